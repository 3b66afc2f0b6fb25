import { type RenditionTrack } from '#libs/contracts';

/** The playlists of a VOD in memory, for repeated requests of players. */
export interface ServedPlaylist {
  /** Identifies the content; a new stamp needs a new object. */
  readonly stamp: string;
  /** Time of the last request, ms since the Unix epoch. */
  readonly usedAt: number;
  /** Entries that it holds in memory, of video and audio. */
  readonly entries: number;
  /** Audio with playlists of its own, known once the playlist was rendered; a master names it. */
  readonly audio: readonly RenditionTrack[];
  /** Bits per second of the video on average. */
  readonly bandwidth: number;
  /** @returns null while nothing is stored */
  render(delta: boolean): Promise<string | null>;
  /**
   * @param id of {@link audio}
   * @returns null while nothing is stored
   */
  renderAudio(id: string, delta: boolean): Promise<string | null>;
}
