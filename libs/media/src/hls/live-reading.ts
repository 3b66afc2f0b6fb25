import { crc32 } from 'node:zlib';
import { BufferPool } from '../http/buffer-pool.js';
import { HttpClient } from '../http/http-client.js';
import { HttpError } from '../http/http-port.js';
import { type SourceCertificates } from '../http/source-trust.js';
import { type SsrfGuard } from '../http/ssrf-guard.js';
import { hasOnlyTables } from '../inspect/ts-tables.js';
import { type MediaPlaylist, type MediaSegment } from '../playlist/media-playlist.js';
import { type Variant } from '../playlist/parse-master.js';
import { absolute } from '../playlist/playlist-syntax.js';
import { locate, type LocatedSource, type SourceSettings } from './hls-source.js';

export interface ReadingSettings {
  readonly url: string;
  readonly guard: SsrfGuard;
  /** Sent to the origin of `url` and to `hosts` only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hosts?: readonly string[];
  readonly certificates?: SourceCertificates | null;
  readonly choose: (variants: readonly Variant[]) => Variant;
  readonly signal: AbortSignal;
}

/** The beginning of a segment; every segment of MPEG-TS with media has some of it here. */
const PEEK_BYTES = 64 * 1024;
const PEEK_MAX = 1024 * 1024;
const PEEK_MS = 5000;

/** What the beginning of a segment shows. */
interface SegmentStart {
  /** CRC-32 in hex. */
  readonly crc: string;
  readonly isTables: boolean;
}

/** Hundreds of addresses are read at the same time; few have playlists of megabytes. */
const pool = new BufferPool({ ownBytes: PEEK_MAX, sharedBytes: 256 * 1024 * 1024 });

/**
 * One reading of a live address by the code that records it, with the connections and cookies of this reading: what can
 * be recorded can be read, and vice versa. Close it.
 */
export class LiveReading {
  private peeked: Promise<SegmentStart | null> | null = null;

  private constructor(
    private readonly settings: SourceSettings,
    private readonly located: LocatedSource,
  ) {}

  /** @throws as {@link locate}; the signal's reason */
  static async open({ url, guard, headers, ...more }: ReadingSettings): Promise<LiveReading> {
    const { hosts = [], certificates = null } = more;
    const secret = { origin: new URL(url).origin, headers, hosts };
    const http = new HttpClient({ pool, guard, secret, certificates });
    const settings = { url, http, ...more };
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
    const { newest } = this;
    if (!newest || newest.key || newest.map || newest.range) return true;
    return (await this.peek(newest))?.isTables !== true;
  }

  /** CRC-32 of the beginning of the newest segment; null if it cannot be read, or is a byte range. */
  async newestCrc(): Promise<string | null> {
    const { newest } = this;
    if (!newest || newest.range) return null;
    return (await this.peek(newest))?.crc ?? null;
  }

  private get newest(): MediaSegment | undefined {
    return this.list.segments.findLast(({ gap }) => !gap);
  }

  /** Only once, because some servers answer each request with whatever comes next. */
  private peek(newest: MediaSegment): Promise<SegmentStart | null> {
    return (this.peeked ??= this.readStart(newest));
  }

  /** Reads the beginning of a segment, or more if its server ignores Range. @returns null if it does not answer */
  private async readStart({ uri }: MediaSegment): Promise<SegmentStart | null> {
    const { http, signal } = this.settings;
    try {
      const { body } = await http.get({
        url: absolute(uri, this.list.baseUrl),
        headers: { range: `bytes=0-${PEEK_BYTES - 1}` },
        signal,
        maxBytes: PEEK_MAX,
        idleMs: PEEK_MS,
        totalMs: PEEK_MS,
      });
      const start = {
        crc: crc32(body.bytes.subarray(0, PEEK_BYTES)).toString(16),
        isTables: hasOnlyTables(body.bytes),
      };
      body.release();
      return start;
    } catch (failed) {
      if (failed instanceof HttpError) return null;
      throw failed;
    }
  }

  close(): Promise<void> {
    return this.settings.http.close();
  }
}
