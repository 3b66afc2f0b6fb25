/** A playlist in memory that players ask for again and again. */
export interface ServedPlaylist {
  /** What it was made for; another stamp means another object. */
  readonly stamp: string;
  /** When it was asked for last, ms since the Unix epoch. */
  readonly usedAt: number;
  /** @returns null while nothing is stored */
  render(delta: boolean): Promise<string | null>;
}
