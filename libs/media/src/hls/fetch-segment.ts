import { createDecipheriv } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { crcText } from '#libs/contracts';
import { isAppError, OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Lent } from '../http/buffer-pool.js';
import { type Bytes, type HttpPort } from '../http/http-port.js';
import { inspectSegment, type Inspected, type InspectMedia } from '../inspect/inspect-segment.js';
import { hasOnlyTables } from '../inspect/ts-tables.js';
import { hasMp4Boxes, readMp4Init, type Mp4Init } from '../inspect/mp4-time.js';
import { withoutTruncatedEnd } from '../inspect/truncated-body.js';
import { isTransportStream } from '../inspect/ts-packet.js';
import { type MapSection, type SegmentKey } from '../playlist/media-playlist.js';
import { absolute } from '../playlist/playlist-syntax.js';
import { type ListedSegment } from '../playlist/window-tracker.js';

export interface FetchedSegment {
  readonly body: Lent;
  readonly init: InitSection | null;
  readonly inspected: Inspected;
  /** The bytes show that their end is missing. The body holds what is whole of them. */
  readonly isTruncated: boolean;
}

export interface FetchPorts {
  readonly http: HttpPort;
  readonly side: SideResources;
  /** Default: video and audio. */
  readonly inspect?: InspectMedia;
}
export interface FetchTiming {
  readonly maxBytes: number;
  readonly idleMs: number;
  readonly totalMs: number;
  readonly signal: AbortSignal;
  /** Called when the answer begins. */
  readonly onHead?: () => void;
}

/**
 * Makes one attempt to fetch a segment: loads its bytes, init section and key in parallel, then decrypts and checks
 * them. An init section that may belong to ads is loaded only if the body needs one.
 * @throws HttpError; PlaylistError `bad-uri`; OutsideError `wrong-key`, `key-missing`, `key-unsupported`, `not-media`,
 *   `segment-empty`; the signal's reason
 */
export async function fetchSegment(
  { segment, baseUrl, mapOfAd }: ListedSegment,
  { http, side, inspect = inspectSegment }: FetchPorts,
  timing: FetchTiming,
): Promise<FetchedSegment> {
  const { map, key, range } = segment;
  const section = (): Promise<InitSection | null> =>
    quiet(map ? side.init(map, baseUrl, timing) : Promise.resolve(null));
  const early = mapOfAd ? null : section();
  const opened = quiet(key ? keyOrWhy(() => side.key(key, baseUrl, timing)) : Promise.resolve(null));
  const { body: raw } = await http.get({ url: absolute(segment.uri, baseUrl), range, bulk: true, ...timing });
  let clear: ClearBody = { body: raw, isTruncated: false };
  try {
    const bytes = await opened;
    if (key && bytes) clear = decrypted(raw, { key: bytes, iv: key.iv, seq: segment.listedSeq ?? segment.seq });
    const init = await (early ?? (hasMp4Boxes(clear.body.bytes) ? section() : null));
    return await inspectBody(inspect, { ...clear, init });
  } catch (failed) {
    clear.body.release();
    throw failed;
  }
}

type ClearBody = Pick<FetchedSegment, 'body' | 'isTruncated'>;

function decrypted(raw: Lent, by: DecryptBy): ClearBody {
  const { bytes, isTruncated } = decryptSegment(raw.bytes, by);
  raw.release();
  return { body: own(bytes), isTruncated };
}

async function inspectBody(
  inspect: InspectMedia,
  received: Omit<FetchedSegment, 'inspected'>,
): Promise<FetchedSegment> {
  const { body, init } = received;
  const mp4 = init?.mp4 ?? null;
  const whole = await withoutTruncatedEnd(body.bytes, mp4);
  const bytes = whole ?? body.bytes;
  const isTruncated = received.isTruncated || whole !== null;
  const inspected = await inspect(bytes, mp4);
  const isEmpty = hasOnlyTables(bytes);
  if (isEmpty && !isTruncated) throw new OutsideError(message('error.segment-empty'));
  if (isEmpty || !inspected) throw new OutsideError(message('error.not-media'));
  const release = (): void => {
    body.release();
  };
  return { body: whole ? { bytes: whole, release } : body, init, inspected, isTruncated };
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
interface DecryptBy {
  readonly key: Uint8Array;
  readonly iv: Uint8Array | null;
  readonly seq: number;
}

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
    return remembered(this.inits, initId(map, baseUrl), () => this.loadInit(map, baseUrl, timing));
  }

  /** The init section that segments with this address get without a request. */
  knownInit(map: MapSection, baseUrl: string): Promise<InitSection> | undefined {
    return this.inits.get(initId(map, baseUrl));
  }

  /** Fetches an init section again: a restarted encoder writes another one to the same address. */
  async renewInit(map: MapSection, baseUrl: string, timing: Timing): Promise<InitSection> {
    const section = await this.loadInit(map, baseUrl, timing);
    this.inits.set(initId(map, baseUrl), Promise.resolve(section));
    return section;
  }

  private async loadInit(map: MapSection, baseUrl: string, timing: Timing): Promise<InitSection> {
    const raw = await this.fetch(absolute(map.uri, baseUrl), map.range, timing);
    const bytes = await this.clear(raw, map, { baseUrl, timing });
    return { crc: crcText(crc32(bytes)), bytes, mp4: await readMp4Init(bytes) };
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
    return decryptSegment(bytes, { key: await this.key(key, baseUrl, timing), iv: key.iv, seq: 0 }).bytes;
  }

  private async fetch(url: string, range: Bytes | null, { idleMs, totalMs, signal }: Timing): Promise<Uint8Array> {
    const { body } = await this.http.get({ url, range, signal, idleMs, totalMs, maxBytes: INIT_MAX });
    const bytes = Buffer.from(body.bytes);
    body.release();
    return bytes;
  }
}

function initId({ uri, range }: MapSection, baseUrl: string): string {
  const url = absolute(uri, baseUrl);
  return range ? `${url} ${range.offset}+${range.length}` : url;
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
 * number as a 128-bit big-endian number. Source: RFC 8216 sections 4.3.2.4 and 5.2. A truncated body has no padding, but
 * its first blocks are media.
 * @throws OutsideError `wrong-key`: the padding is invalid, and so are the media
 */
function decryptSegment(
  body: Uint8Array,
  { key, iv, seq }: DecryptBy,
): { readonly bytes: Buffer; readonly isTruncated: boolean } {
  const decipher = createDecipheriv('aes-128-cbc', key, iv ?? sequenceIv(seq));
  const blocks = decipher.update(body);
  try {
    return { bytes: Buffer.concat([blocks, decipher.final()]), isTruncated: false };
  } catch (cause) {
    if (isTransportStream(blocks) || hasMp4Boxes(blocks)) return { bytes: blocks, isTruncated: true };
    throw new OutsideError(message('error.wrong-key.segment'), { cause });
  }
}

/** Writes 64 bits, since sequence numbers above 2^31 are common (they are often Unix times). */
export function sequenceIv(seq: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(seq), 8);
  return iv;
}
