import { describe, expect, it } from '@jest/globals';
import { historyEntries } from './history-entries.js';

const show = (title: string, more: object = {}) => ({
  title,
  category: { id: '7', name: 'Chess', boxArtUrl: 'https://x/{width}x{height}.jpg' },
  tags: [],
  language: 'en',
  isMature: false,
  viewers: 3,
  at: 1000,
  ...more,
});
const now = new Date(5000);

describe('historyEntries', () => {
  it('records when a channel goes live and when it ends', () => {
    expect(historyEntries({ isLive: false, stream: null }, { isLive: true, stream: null }, now)).toEqual([
      { at: now, fact: { time: now.toISOString(), action: 'online' } },
    ]);
    expect(historyEntries({ isLive: true, stream: null }, { isLive: false, stream: null }, now)).toEqual([
      { at: now, fact: { time: now.toISOString(), action: 'offline' } },
    ]);
  });
  it('records that a channel goes live before its first title', () => {
    expect(historyEntries({ isLive: false, stream: null }, { isLive: true, stream: show('a') }, now)).toMatchObject([
      { at: now, fact: { action: 'online' } },
      { at: new Date(1000), fact: { title: 'a', online: true } },
    ]);
  });
  it('records a new title in the chapter form of v0, with the time of the site', () => {
    expect(historyEntries({ isLive: true, stream: show('a') }, { isLive: true, stream: show('b') }, now)).toEqual([
      {
        at: new Date(1000),
        fact: {
          started_at: new Date(1000).toISOString(),
          game_id: '7',
          game_name: 'Chess',
          title: 'b',
          is_mature: false,
          online: true,
          viewer_count: 3,
          box_art_url: 'https://x/{width}x{height}.jpg',
        },
      },
    ]);
  });
  it('records a removed category and the mature flag', () => {
    expect(
      historyEntries(
        { isLive: false, stream: show('a') },
        { isLive: false, stream: show('a', { category: null }) },
        now,
      ),
    ).toMatchObject([{ fact: { game_id: null, game_name: null, box_art_url: null, online: false } }]);
    expect(
      historyEntries(
        { isLive: false, stream: show('a') },
        { isLive: false, stream: show('a', { isMature: true }) },
        now,
      ),
    ).toHaveLength(1);
  });
  it('ignores viewers and tags', () => {
    expect(
      historyEntries(
        { isLive: true, stream: show('a') },
        { isLive: true, stream: show('a', { viewers: 9, tags: ['x'], at: 2000 }) },
        now,
      ),
    ).toEqual([]);
  });
});
