import { BufferPool } from '../http/buffer-pool.js';
import { HttpClient } from '../http/http-client.js';
import { HttpError } from '../http/http-port.js';
import { inspectSegment } from '../inspect/inspect-segment.js';
import { type MediaPlaylist } from '../playlist/media-playlist.js';
import { type Variant } from '../playlist/parse-master.js';
import { absolute } from '../playlist/playlist-syntax.js';
import { locate, type LocatedSource, type SourceSettings } from './hls-source.js';

export interface ReadingSettings {
  readonly url: string;
  /** Sent to the origin of `url` only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly choose: (variants: readonly Variant[]) => Variant;
  readonly signal: AbortSignal;
}

/** The beginning of a segment; every segment of MPEG-TS with media has some of it here. */
const PEEK_BYTES = 64 * 1024;
const PEEK_MAX = 1024 * 1024;
const PEEK_MS = 5000;

const pool = new BufferPool();

/**
 * One reading of a live address by the code that records it, with the connections and cookies of this reading: what can
 * be recorded can be read, and vice versa. Close it.
 */
export class LiveReading {
  private constructor(
    private readonly settings: SourceSettings,
    private readonly located: LocatedSource,
  ) {}

  /** @throws as {@link locate}; the signal's reason */
  static async open({ url, headers, choose, signal }: ReadingSettings): Promise<LiveReading> {
    const http = new HttpClient({ pool, secret: { origin: new URL(url).origin, headers } });
    const settings = { url, http, choose, signal };
    try {
      return new LiveReading(settings, await locate(settings));
    } catch (failed) {
      await http.close();
      throw failed;
    }
  }

  get list(): MediaPlaylist {
    return this.located.list;
  }
  /** See {@link LocatedSource.serverNow}. */
  get serverNow(): number | null {
    return this.located.serverNow;
  }

  /**
   * Loads the address again.
   * @throws as {@link LiveReading.open}
   */
  async reload(): Promise<MediaPlaylist> {
    return (await locate(this.settings)).list;
  }

  /**
   * False if the newest segment holds only the tables of MPEG-TS: some servers list such segments while nobody
   * publishes. True if the segment does not show it.
   */
  async hasMedia(): Promise<boolean> {
    const newest = this.list.segments.findLast(({ gap }) => !gap);
    if (!newest || newest.key || newest.map || newest.range) return true;
    const { http, signal } = this.settings;
    try {
      const { body } = await http.get({
        url: absolute(newest.uri, this.list.baseUrl),
        headers: { range: `bytes=0-${PEEK_BYTES - 1}` },
        signal,
        maxBytes: PEEK_MAX,
        idleMs: PEEK_MS,
        totalMs: PEEK_MS,
      });
      const inspected = inspectSegment(body.bytes, null);
      body.release();
      return inspected?.container !== 'ts' || inspected.firstPtsMs !== null;
    } catch (failed) {
      if (failed instanceof HttpError) return true;
      throw failed;
    }
  }

  close(): Promise<void> {
    return this.settings.http.close();
  }
}
