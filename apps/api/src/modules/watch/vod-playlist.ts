import { type RenditionTrack } from '#libs/contracts';
import { mergeParts, type PartInfo, type VideoSpan } from '#libs/domain';
import { yieldTurn } from '#libs/input';
import { type PartReader } from '../../vods/part-reader.js';
import { AudioPlaylistText } from './audio-playlist-text.js';
import { PlaylistText } from './playlist-text.js';
import { type ServedPlaylist } from './served-playlist.js';

const textOf = (text: PlaylistText): string | null =>
  text.segments === 0 ? null : text.render({ ended: true, delta: false });

/** The video as it was read. */
interface ReadVideo {
  readonly text: string | null;
  readonly spans: readonly VideoSpan[];
  /** Parts with their renditions, without their segments. */
  readonly parts: readonly Pick<PartInfo, 'partId' | 'part'>[];
}

/**
 * The complete playlist of a finished VOD. It is read once, in order of time, even if a later part filled a gap of an
 * earlier one.
 */
export class VodPlaylist implements ServedPlaylist {
  usedAt = Date.now();
  audio: readonly RenditionTrack[] = [];
  bandwidth = 1;
  entries = 0;
  private video: Promise<ReadVideo> | null = null;
  private readonly audioTexts = new Map<string, Promise<string | null>>();

  /**
   * @param options `stamp` changes when the VOD is sealed again (its stream resumed, or media arrived late); then a new
   *   object is created.
   */
  constructor(
    private readonly options: {
      readonly parts: PartReader;
      readonly vodUuid: string;
      readonly stamp: string;
    },
  ) {}

  get stamp(): string {
    return this.options.stamp;
  }

  async render(): Promise<string | null> {
    return (await this.readOnce()).text;
  }

  renderAudio(id: string): Promise<string | null> {
    this.usedAt = Date.now();
    const known = this.audioTexts.get(id);
    if (known) return known;
    const text = this.readAudio(id).catch((thrown: unknown) => {
      this.audioTexts.delete(id);
      throw thrown;
    });
    this.audioTexts.set(id, text);
    return text;
  }

  private readOnce(): Promise<ReadVideo> {
    this.usedAt = Date.now();
    this.video ??= this.read().catch((thrown: unknown) => {
      this.video = null;
      throw thrown;
    });
    return this.video;
  }

  private async read(): Promise<ReadVideo> {
    const parts = await this.options.parts.readAll(this.options.vodUuid);
    this.audio = [...new Map(parts.flatMap((p) => (p.part?.renditions ?? []).map((a) => [a.id, a]))).values()];
    const text = this.newText(parts, null);
    for (const { s, epoch } of mergeParts(parts)) {
      await yieldTurn();
      text.append(s, epoch);
    }
    this.bandwidth = text.bandwidth;
    this.entries += text.segments;
    return { text: textOf(text), spans: text.spans, parts: parts.map(({ partId, part }) => ({ partId, part })) };
  }

  private async readAudio(id: string): Promise<string | null> {
    const video = await this.readOnce();
    const all = await this.options.parts.readAudio(this.options.vodUuid, video.parts);
    const parts = all.find(({ track }) => track.id === id)?.parts ?? [];
    const text = this.newText(parts, id);
    const list = new AudioPlaylistText(text);
    for (const placed of mergeParts(parts)) {
      await yieldTurn();
      list.add(placed);
    }
    list.follow(video.spans);
    list.finish(video.spans);
    this.entries += text.segments;
    return textOf(text);
  }

  private newText(parts: readonly PartInfo[], rendition: string | null): PlaylistText {
    const targetMs = Math.max(2000, ...parts.map((p) => p.part?.targetDurationMs ?? 0));
    return new PlaylistText(targetMs, this.audio.length > 0 ? { rendition } : null);
  }
}
