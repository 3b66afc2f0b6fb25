import { type RenditionTrack } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { LiveSegmentReader } from '../../vods/live-segment-reader.js';
import { AudioPlaylistText } from './audio-playlist-text.js';
import { PlaylistText } from './playlist-text.js';
import { type ServedPlaylist } from './served-playlist.js';

/** Minimum interval between two reads of a playlist from storage, however many players request it. */
const MIN_REFRESH_INTERVAL_MS = 900;
const TARGET_MS = 2000;
/** Audio that is later than its video by this many target durations is listed as missing. */
const LATE_TARGET_DURATIONS = 3;

interface LivePlace {
  readonly storage: Storage;
  readonly vodUuid: string;
}

/**
 * The growing playlist of one VOD in memory. It omits a segment that fills an earlier gap; the sealed playlist contains
 * it.
 */
export class LivePlaylist implements ServedPlaylist {
  readonly stamp: string;
  /** Of the first part: a player cannot change from a media playlist to a master. */
  audio: readonly RenditionTrack[] = [];
  usedAt = Date.now();
  private readonly parts: LiveSegmentReader;
  private text: PlaylistText | null = null;
  private readonly audioLists = new Map<string, LiveAudio>();
  private readonly reads = new SharedReads(() => this.refresh());

  constructor(private readonly of: LivePlace & { readonly stamp: string }) {
    this.parts = new LiveSegmentReader(of.storage, of.vodUuid);
    this.stamp = of.stamp;
  }

  get entries(): number {
    return [...this.audioLists.values()].reduce((sum, list) => sum + list.entries, this.text?.segments ?? 0);
  }

  get bandwidth(): number {
    return this.text?.bandwidth ?? 1;
  }

  async render(delta: boolean): Promise<string | null> {
    this.usedAt = Date.now();
    await this.reads.run();
    return this.text === null || this.text.segments === 0 ? null : this.text.render({ ended: false, delta });
  }

  async renderAudio(id: string, delta: boolean): Promise<string | null> {
    this.usedAt = Date.now();
    await this.reads.run();
    const known = this.audioLists.get(id) ?? new LiveAudio(this.of, id);
    this.audioLists.set(id, known);
    return this.text ? known.render(this.text, delta) : null;
  }

  private refresh(): Promise<void> {
    return this.parts.refresh(({ s, epoch, part }) => {
      if (!this.text) {
        this.audio = part?.renditions ?? [];
        const place = this.audio.length > 0 ? { rendition: null } : null;
        this.text = new PlaylistText(part?.targetDurationMs ?? TARGET_MS, place);
      }
      this.text.append(s, epoch);
    });
  }
}

/** The growing playlist of an audio rendition. */
class LiveAudio {
  private readonly parts: LiveSegmentReader;
  private readonly text: PlaylistText;
  private readonly list: AudioPlaylistText;
  private targetMs = TARGET_MS;
  private readonly reads = new SharedReads(() => this.refresh());

  constructor({ storage, vodUuid }: LivePlace, rendition: string) {
    this.parts = new LiveSegmentReader(storage, vodUuid, rendition);
    this.text = new PlaylistText(TARGET_MS, { rendition });
    this.list = new AudioPlaylistText(this.text);
  }

  get entries(): number {
    return this.text.segments;
  }

  async render({ spans, targetMs }: PlaylistText, delta: boolean): Promise<string | null> {
    await this.reads.run();
    this.list.follow(spans);
    this.list.fillUntil(spans, LATE_TARGET_DURATIONS * Math.max(targetMs, this.targetMs, this.text.targetMs));
    return this.text.segments === 0 ? null : this.text.render({ ended: false, delta });
  }

  private refresh(): Promise<void> {
    return this.parts.refresh(({ s, epoch, part }) => {
      this.targetMs = Math.max(this.targetMs, part?.targetDurationMs ?? 0);
      this.list.add({ s, epoch, at: epoch.startAt + (s.ptsMs - epoch.firstPtsMs) });
    });
  }
}

/** Reads from storage at most every {@link MIN_REFRESH_INTERVAL_MS}, and once for all requests of that time. */
class SharedReads {
  private running: Promise<void> | null = null;
  private readAt = 0;

  constructor(private readonly read: () => Promise<void>) {}

  async run(): Promise<void> {
    if (Date.now() - this.readAt < MIN_REFRESH_INTERVAL_MS) return;
    this.running ??= this.read()
      .then(() => {
        this.readAt = Date.now();
      })
      .finally(() => {
        this.running = null;
      });
    await this.running;
  }
}
