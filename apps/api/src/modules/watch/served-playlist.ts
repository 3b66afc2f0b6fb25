/** A playlist in memory, for repeated requests of players. */
export interface ServedPlaylist {
  /** Identifies the content; a new stamp needs a new object. */
  readonly stamp: string;
  /** Time of the last request, ms since the Unix epoch. */
  readonly usedAt: number;
  /** @returns null while nothing is stored */
  render(delta: boolean): Promise<string | null>;
}
