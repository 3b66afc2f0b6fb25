import { createDecipheriv } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { isAppError, OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Lent } from '../http/buffer-pool.js';
import { type Bytes, type HttpPort } from '../http/http-port.js';
import { inspectSegment, type Inspected } from '../inspect/inspect-segment.js';
import { hasOnlyTables } from '../inspect/ts-tables.js';
import { hasMp4Boxes, readMp4Init, type Mp4Init } from '../inspect/mp4-time.js';
import { type MapSection, type SegmentKey } from '../playlist/media-playlist.js';
import { absolute } from '../playlist/playlist-syntax.js';
import { type ListedSegment } from '../playlist/window-tracker.js';

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
 * Makes one attempt to fetch a segment: loads its bytes, init section and key in parallel, then decrypts and checks
 * them. An init section that may belong to ads is loaded only if the body needs one.
 * @throws HttpError; PlaylistError `bad-uri`; OutsideError `wrong-key`, `key-missing`, `key-unsupported`, `not-media`,
 *   `segment-empty`; the signal's reason
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
      const clear = decryptSegment(raw.bytes, { key: bytes, iv: key.iv, seq: segment.listedSeq ?? segment.seq });
      raw.release();
      body = own(clear);
    }
    const init = await (early ?? (hasMp4Boxes(body.bytes) ? section() : null));
    return { body, init, inspected: inspectBody(body, init) };
  } catch (failed) {
    body.release();
    throw failed;
  }
}

function inspectBody({ bytes }: Lent, init: InitSection | null): Inspected {
  const inspected = inspectSegment(bytes, init?.mp4 ?? null);
  if (inspected?.container === 'ts' && hasOnlyTables(bytes)) throw new OutsideError(message('error.segment-empty'));
  if (!inspected) throw new OutsideError(message('error.not-media'));
  return inspected;
}

/** Marks the rejection as handled: the caller awaits the promise later, and the body may fail first. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Marks a failure to load a key, so that the gap names it. */
async function keyOrWhy(load: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await load();
  } catch (cause) {
    if (isAppError(cause) && cause.code === 'key-unsupported') throw cause;
    throw new OutsideError(message('error.key-missing.segment'), { cause });
  }
}

/** Decrypted output has its own memory, so there is nothing to return to the pool. */
const own = (bytes: Buffer): Lent => ({ bytes, release: () => undefined });

/** An unencrypted init section (EXT-X-MAP). */
export interface InitSection {
  readonly crc: string;
  readonly bytes: Uint8Array;
  readonly mp4: Mp4Init | null;
}

interface Timing {
  readonly idleMs: number;
  readonly totalMs: number;
  readonly signal: AbortSignal;
}

const MAX_ENTRIES = 16;
const KEY_BYTES = 16;
const INIT_MAX = 4 * 1024 * 1024;

/**
 * Keys and init sections, fetched once per address. A failed fetch is not cached, so the segment's next attempt repeats
 * it: keys may appear later than the playlist that names them.
 */
export class SideResources {
  private readonly keys = new Map<string, Promise<Uint8Array>>();
  private readonly inits = new Map<string, Promise<InitSection>>();

  constructor(private readonly http: HttpPort) {}

  /** @throws HttpError; OutsideError `key-unsupported`, `wrong-key` */
  key(key: SegmentKey, baseUrl: string, timing: Timing): Promise<Uint8Array> {
    if (key.method === 'unsupported') throw new OutsideError(message('error.key-unsupported', { method: key.name }));
    const url = absolute(key.uri, baseUrl);
    return remembered(this.keys, url, async () => {
      const bytes = await this.fetch(url, null, timing);
      if (bytes.length !== KEY_BYTES) throw new OutsideError(message('error.wrong-key.length', { n: bytes.length }));
      return bytes;
    });
  }

  init(map: MapSection, baseUrl: string, timing: Timing): Promise<InitSection> {
    const url = absolute(map.uri, baseUrl);
    const id = map.range ? `${url} ${map.range.offset}+${map.range.length}` : url;
    return remembered(this.inits, id, async () => {
      const bytes = await this.clear(await this.fetch(url, map.range, timing), map, { baseUrl, timing });
      return { crc: (crc32(bytes) >>> 0).toString(16).padStart(8, '0'), bytes, mp4: readMp4Init(bytes) };
    });
  }

  /**
   * A key before the MAP tag means an encrypted section, but many servers send it unencrypted. The boxes show which
   * case applies (streamlink #5856).
   */
  private async clear(
    bytes: Uint8Array,
    { key }: MapSection,
    { baseUrl, timing }: { readonly baseUrl: string; readonly timing: Timing },
  ): Promise<Uint8Array> {
    if (key === null || hasMp4Boxes(bytes)) return bytes;
    return decryptSegment(bytes, { key: await this.key(key, baseUrl, timing), iv: key.iv, seq: 0 });
  }

  private async fetch(url: string, range: Bytes | null, { idleMs, totalMs, signal }: Timing): Promise<Uint8Array> {
    const { body } = await this.http.get({ url, range, signal, idleMs, totalMs, maxBytes: INIT_MAX });
    const bytes = Buffer.from(body.bytes);
    body.release();
    return bytes;
  }
}

function remembered<T>(map: Map<string, Promise<T>>, id: string, load: () => Promise<T>): Promise<T> {
  const known = map.get(id);
  if (known) return known;
  const loading = load();
  map.set(id, loading);
  loading.catch(() => {
    if (map.get(id) === loading) map.delete(id);
  });
  for (const old of map.keys()) {
    if (map.size <= MAX_ENTRIES) break;
    map.delete(old);
  }
  return loading;
}

/**
 * Decrypts an AES-128 segment (CBC, PKCS7, over all of its bytes). Without an explicit IV, the IV is the media sequence
 * number as a 128-bit big-endian number. Source: RFC 8216 sections 4.3.2.4 and 5.2.
 * @throws OutsideError `wrong-key`: the padding is invalid
 */
function decryptSegment(
  body: Uint8Array,
  { key, iv, seq }: { readonly key: Uint8Array; readonly iv: Uint8Array | null; readonly seq: number },
): Buffer {
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, iv ?? sequenceIv(seq));
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw new OutsideError(message('error.wrong-key.segment'), { cause });
  }
}

/** Writes 64 bits, since sequence numbers above 2^31 are common (they are often Unix times). */
export function sequenceIv(seq: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(seq), 8);
  return iv;
}
