import { expect, it } from '@jest/globals';
import { IDLE_MS, PlaylistCache } from './playlist-cache.js';
import { type ServedPlaylist } from './served-playlist.js';

const NOW = 1_700_000_000_000;
const playlist = (entries: number, usedAt: number): ServedPlaylist => ({
  ...{ stamp: 'a', entries, usedAt, audio: [], bandwidth: 1 },
  render: () => Promise.resolve(null),
  renderAudio: () => Promise.resolve(null),
});
const heldOf = (cache: PlaylistCache, names: readonly string[]): string[] =>
  names.filter((name) => cache.find(name, 'a') !== null);

it('removes playlists that nobody uses', () => {
  const cache = new PlaylistCache();
  cache.hold('used', playlist(1, NOW));
  cache.hold('idle', playlist(1, NOW - IDLE_MS - 1));
  cache.release(NOW);
  expect(heldOf(cache, ['used', 'idle'])).toEqual(['used']);
});

it('holds a limited number of entries, of the playlists that were used last', () => {
  const cache = new PlaylistCache();
  const names = Array.from({ length: 10 }, (_, n) => `day-${n}`);
  for (const [n, name] of names.entries()) cache.hold(name, playlist(100_000, NOW - n));
  cache.release(NOW);
  expect(heldOf(cache, names)).toEqual(names.slice(0, 5));
  cache.hold('huge', playlist(1_000_000, NOW + 1));
  cache.release(NOW);
  expect(heldOf(cache, ['huge', ...names])).toEqual(['huge']);
});

it('holds a limited number of playlists without entries', () => {
  const cache = new PlaylistCache();
  const names = Array.from({ length: 3000 }, (_, n) => `empty-${n}`);
  for (const name of names) cache.hold(name, playlist(0, NOW));
  cache.release(NOW);
  expect(heldOf(cache, names)).toHaveLength(1000);
});
