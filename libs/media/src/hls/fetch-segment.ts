import { type GapCause } from '#libs/contracts';
import { isAppError, OutsideError } from '#libs/errors';
import { inspectSegment, type Inspected } from '../inspect/inspect-segment.js';
import { hasMp4Boxes } from '../inspect/mp4-time.js';
import { absolute } from './absolute.js';
import { type Lent } from './buffer-pool.js';
import { decryptSegment } from './decrypt.js';
import { HttpError, type HttpPort } from './http-port.js';
import { type SideResources, type InitSection } from './side-resources.js';
import { type ListedSegment } from './window-tracker.js';

export interface FetchedSegment {
  readonly body: Lent;
  readonly init: InitSection | null;
  readonly inspected: Inspected;
}

export interface FetchPorts {
  readonly http: HttpPort;
  readonly side: SideResources;
  readonly maxBytes: number;
}
export interface FetchTiming {
  readonly idleMs: number;
  readonly totalMs: number;
  readonly signal: AbortSignal;
}

/**
 * One try at a segment: its bytes, its init section and its key at the same time, decrypted and looked at. An init
 * section that may be one of ads is asked for only when the body turns out to need one.
 * @throws HttpError; PlaylistError `bad-uri`; OutsideError `wrong-key`, `key-unsupported`, `not-media`; the signal's
 *   reason
 */
export async function fetchSegment(
  { segment, baseUrl, mapOfAd }: ListedSegment,
  { http, side, maxBytes }: FetchPorts,
  timing: FetchTiming,
): Promise<FetchedSegment> {
  const { map, key, range } = segment;
  const section = (): Promise<InitSection | null> =>
    quiet(map ? side.init(map, baseUrl, timing) : Promise.resolve(null));
  const early = mapOfAd ? null : section();
  const opened = quiet(key ? keyOrWhy(() => side.key(key, baseUrl, timing)) : Promise.resolve(null));
  const { body: raw } = await http.get({ url: absolute(segment.uri, baseUrl), range, maxBytes, bulk: true, ...timing });
  let body = raw;
  try {
    const bytes = await opened;
    if (key && bytes) {
      const clear = decryptSegment(raw.bytes, { key: bytes, iv: key.iv, seq: segment.seq });
      raw.release();
      body = own(clear);
    }
    const init = await (early ?? (hasMp4Boxes(body.bytes) ? section() : null));
    return { body, init, inspected: looked(body, init) };
  } catch (failed) {
    body.release();
    throw failed;
  }
}

function looked({ bytes }: Lent, init: InitSection | null): Inspected {
  const inspected = inspectSegment(bytes, init?.mp4 ?? null);
  if (!inspected) throw new OutsideError('not-media', 'The server answers with something that is no media.');
  return inspected;
}

/** Awaited later: a body that fails first must not leave it unhandled. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Marks what goes wrong with a key, so that a gap can name it. */
async function keyOrWhy(load: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await load();
  } catch (cause) {
    if (isAppError(cause) && cause.code === 'key-unsupported') throw cause;
    throw new OutsideError('key-missing', 'The key of the segment cannot be had.', { cause });
  }
}

/** Cipher output is memory of its own; it needs no pool and no giving back. */
const own = (bytes: Buffer): Lent => ({ bytes, release: () => undefined });

/** What a gap says when this was the last thing that went wrong. */
export function gapCauseOf(failed: unknown): GapCause {
  if (failed instanceof HttpError) {
    if (failed.what === 'status') return 'not-found';
    return failed.what === 'truncated' || failed.what === 'too-large' ? 'truncated' : 'left-window';
  }
  if (!isAppError(failed)) return 'left-window';
  if (failed.code === 'key-missing' || failed.code === 'wrong-key' || failed.code === 'key-unsupported')
    return 'key-missing';
  return failed.code === 'not-media' ? 'truncated' : 'not-found';
}
