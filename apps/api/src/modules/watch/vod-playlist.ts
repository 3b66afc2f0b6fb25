import { mergeParts } from '#libs/domain';
import { type PartReader } from '../../vods/part-reader.js';
import { PlaylistText } from './playlist-text.js';
import { type ServedPlaylist } from './served-playlist.js';

/**
 * The complete playlist of a finished VOD. It is read once, in order of time, even if a later part filled a gap of an
 * earlier one.
 */
export class VodPlaylist implements ServedPlaylist {
  usedAt = Date.now();
  private text: Promise<string | null> | null = null;

  /**
   * `stamp` changes when the VOD is sealed again (its stream resumed, or media arrived late); then a new object is
   * created.
   */
  constructor(
    private readonly of: {
      readonly parts: PartReader;
      readonly vodUuid: string;
      readonly stamp: string;
      readonly query: string;
    },
  ) {}

  get stamp(): string {
    return this.of.stamp;
  }

  render(): Promise<string | null> {
    this.usedAt = Date.now();
    this.text ??= this.read().catch((thrown: unknown) => {
      this.text = null;
      throw thrown;
    });
    return this.text;
  }

  private async read(): Promise<string | null> {
    const parts = await this.of.parts.readAll(this.of.vodUuid);
    const text = new PlaylistText(this.of.query, Math.max(2000, ...parts.map((p) => p.part?.targetDurationMs ?? 0)));
    for (const { s, epoch } of mergeParts(parts)) text.append(s, epoch);
    return text.segments === 0 ? null : text.render({ ended: true, delta: false });
  }
}
