import { type ServedPlaylist } from './served-playlist.js';

/** A playlist without requests for this time is removed from memory. */
export const IDLE_MS = 120_000;
/** Of all playlists together: 12 days in segments of 2 s, about 200 MB. */
const MAX_ENTRIES = 500_000;
/** What a playlist counts at least: it is an object even without segments. */
const LEAST_ENTRIES = 500;

/** The playlists in memory. Anybody who may watch can ask for all of them, so they have a limit together. */
export class PlaylistCache {
  private readonly held = new Map<string, ServedPlaylist>();

  /** @returns the playlist of a VOD; null if it is not held, or holds other content */
  find(vodUuid: string, stamp: string): ServedPlaylist | null {
    const known = this.held.get(vodUuid);
    return known?.stamp === stamp ? known : null;
  }

  hold(vodUuid: string, playlist: ServedPlaylist): void {
    this.held.set(vodUuid, playlist);
  }

  /** Removes playlists that nobody uses, and above the limit those whose last use is longest ago; never the newest. */
  release(now = Date.now()): void {
    let entriesBefore = 0;
    for (const [vodUuid, playlist] of [...this.held].sort(([, a], [, b]) => b.usedAt - a.usedAt)) {
      const entries = Math.max(LEAST_ENTRIES, playlist.entries);
      const isAbove = entriesBefore > 0 && entriesBefore + entries > MAX_ENTRIES;
      if (isAbove || now - playlist.usedAt > IDLE_MS) this.held.delete(vodUuid);
      entriesBefore += entries;
    }
  }
}
