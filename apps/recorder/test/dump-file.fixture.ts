import { readTdChat, StoredDump, type TdPiece, type WrittenDump } from '#libs/chat';
import { type chatDumpJob, objectKeys } from '#libs/contracts';
import { type JobCommand } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { ulid } from 'ulid';

/** The file that a converter makes of the chunks of a dump. */
export interface ReadDumpFile extends WrittenDump {
  readonly pieces: readonly TdPiece[];
}

/**
 * Makes the file of a dump like a converter, and reads it.
 * @param endedAt the end that the recorder reported
 */
export async function dumpFile(
  storage: Storage,
  { input: { workPrefix, startedAt, streamer } }: JobCommand<typeof chatDumpJob>,
  endedAt: number,
): Promise<ReadDumpFile> {
  const outKey = 'saved_vods/x.json';
  const dump = await StoredDump.list(storage, workPrefix);
  const written = await dump.write(storage, {
    key: objectKeys.chatDumpFile(outKey, ulid()),
    source: { from: 'dump', workPrefix, outKey, startedAt, endedAt },
    head: { streamer, title: 'Chat Dump', startedAt: new Date(startedAt).toISOString(), category: '' },
    signal: new AbortController().signal,
    onRead: () => undefined,
  });
  const pieces: TdPiece[] = [];
  for await (const piece of readTdChat((await storage.get(written.key)).stream as AsyncIterable<Uint8Array>))
    pieces.push(piece);
  return { ...written, pieces };
}
