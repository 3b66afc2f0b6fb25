import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError, messageOf } from '#libs/errors';
import { type OpenPiece, type SourcePiece } from './source-run.js';

/** Storage may be restarting: 0.2 + 0.4 + ... + 12.8 s, about half a minute in all before the attempt fails. */
export const READ_BACKOFF_MS: readonly number[] = [200, 400, 800, 1600, 3200, 6400, 12_800];

interface ReadPiece {
  readonly piece: SourcePiece;
  readonly open: OpenPiece;
  readonly signal: AbortSignal;
  readonly backoffMs?: readonly number[];
}

/**
 * The bytes of one object, each once, in order. A read that breaks goes on at the byte where it broke.
 * @throws OutsideError `segment-unreadable` - storage failed for half a minute, or the object has another size than its
 *   name says
 * @throws the signal's reason - aborted
 */
export async function* readPiece({
  piece,
  open,
  signal,
  backoffMs = READ_BACKOFF_MS,
}: ReadPiece): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let failures = 0; ;) {
    try {
      for await (const chunk of await open(piece.key, sent, signal)) {
        const bytes = chunk as Buffer;
        sent += bytes.length;
        failures = 0;
        yield bytes;
      }
      break;
    } catch (thrown) {
      signal.throwIfAborted();
      const pause = backoffMs[failures];
      if (pause === undefined)
        throw new OutsideError('segment-unreadable', `${piece.key} cannot be read: ${messageOf(thrown)}`, {
          cause: thrown,
        });
      failures += 1;
      await wait(pause, undefined, { signal });
    }
  }
  if (piece.bytes !== null && sent !== piece.bytes) {
    throw new OutsideError(
      'segment-unreadable',
      `${piece.key} has ${String(sent)} bytes on storage, its name says ${String(piece.bytes)}`,
    );
  }
}
