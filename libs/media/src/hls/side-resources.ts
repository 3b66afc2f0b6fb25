import { crc32 } from 'node:zlib';
import { OutsideError } from '#libs/errors';
import { hasMp4Boxes, readMp4Init, type Mp4Init } from '../inspect/mp4-time.js';
import { absolute } from './absolute.js';
import { decryptSegment } from './decrypt.js';
import { type HttpPort } from './http-port.js';
import { type Bytes, type MapSection, type SegmentKey } from './media-playlist.js';

/** An init section (EXT-X-MAP) in the clear. */
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

const KEPT = 16;
const KEY_BYTES = 16;
const INIT_MAX = 4 * 1024 * 1024;

/**
 * Keys and init sections, fetched once per address. A failed fetch is forgotten, so that the segment's next try asks
 * again: keys may appear later than the playlist that names them.
 */
export class SideResources {
  private readonly keys = new Map<string, Promise<Uint8Array>>();
  private readonly inits = new Map<string, Promise<InitSection>>();

  constructor(private readonly http: HttpPort) {}

  /** @throws HttpError; OutsideError `key-unsupported`, `wrong-key` */
  key(key: SegmentKey, baseUrl: string, timing: Timing): Promise<Uint8Array> {
    if (key.method === 'unsupported')
      throw new OutsideError('key-unsupported', `The stream is encrypted by ${key.name}, which cannot be recorded.`);
    const url = absolute(key.uri, baseUrl);
    return remembered(this.keys, url, async () => {
      const bytes = await this.fetch(url, null, timing);
      if (bytes.length !== KEY_BYTES)
        throw new OutsideError('wrong-key', `The key has ${bytes.length} bytes, 16 were expected.`);
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
   * A key before the MAP tag should mean an encrypted section, but many servers send it in the clear: its boxes tell
   * (streamlink #5856).
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
    if (map.size <= KEPT) break;
    map.delete(old);
  }
  return loading;
}
