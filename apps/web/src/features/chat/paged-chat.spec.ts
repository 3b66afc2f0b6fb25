import { describe, expect, it } from '@jest/globals';
import { type ChatPage } from '#libs/contracts';
import { emptyStateOf, type PagedChat, EMPTY_CHAT, takePage, wantedAt } from './paged-chat.js';
import { page, chatMessage } from './testing/chat-messages.js';

const FIRST = { index: 0, from: -600, to: 60 };
const take = (
  loaded: PagedChat,
  want: typeof FIRST,
  { nowMs = 0, ...answer }: Partial<ChatPage> & { readonly nowMs?: number },
): PagedChat => takePage(loaded, want, { page: page(answer), nowMs });
const whole = (indexes: readonly number[], perPage = 0): PagedChat =>
  indexes.reduce((loaded, index) => {
    const messages = Array.from({ length: perPage }, (_, i) => chatMessage(index * 60 + i / 10));
    return take(loaded, { index, from: index * 60, to: index * 60 + 60 }, { messages, complete_to: index * 60 + 60 });
  }, EMPTY_CHAT);

describe('what is loaded next', () => {
  it('is the minute the video is in, with what was said before the first frame', () => {
    expect(wantedAt(EMPTY_CHAT, 5, 0)).toEqual(FIRST);
  });
  it('is nothing once that is here', () => {
    expect(wantedAt(whole([0]), 5, 0)).toBeNull();
  });
  it('is the next minute shortly before its time', () => {
    expect([wantedAt(whole([0]), 39, 0), wantedAt(whole([0]), 45, 0)?.index]).toEqual([null, 1]);
  });
  it('is what was said before a place that was jumped to, until that is enough for a panel', () => {
    expect(wantedAt(whole([10]), 610, 0)?.index).toBe(9);
    expect(wantedAt(whole([10, 9], 200), 610, 0)).toBeNull();
  });
  it('goes no further back than a few minutes in a quiet chat', () => {
    expect(wantedAt(whole([10, 9, 8, 7, 6, 5]), 610, 0)).toBeNull();
  });
  it('is the rest of a minute that the server cut, at once', () => {
    expect(wantedAt(take(EMPTY_CHAT, FIRST, { complete_to: 20, cut: true }), 5, 0)).toEqual({
      index: 0,
      from: 20,
      to: 60,
    });
  });
  it('waits where the server cut at the very start, so that it is not asked for ever', () => {
    expect(wantedAt(take(EMPTY_CHAT, FIRST, { complete_to: -600, cut: true }), 5, 100)).toBeNull();
  });
  it('is what has grown since, after a moment', () => {
    const loaded = take(EMPTY_CHAT, FIRST, { complete_to: 31, growing: true, nowMs: 1000 });
    expect([wantedAt(loaded, 30, 2000), wantedAt(loaded, 30, 4000)]).toEqual([null, { index: 0, from: 31, to: 60 }]);
  });
  it('is the rest of the minute before too, when the video has run past its end', () => {
    const grown = take(EMPTY_CHAT, FIRST, { complete_to: 58, growing: true });
    const loaded = take(
      grown,
      { index: 1, from: 60, to: 120 },
      {
        messages: Array.from({ length: 150 }, (_, i) => chatMessage(60 + i / 100)),
        complete_to: 62,
        growing: true,
        nowMs: 3000,
      },
    );
    expect(wantedAt(loaded, 61.9, 4000)).toEqual({ index: 0, from: 58, to: 60 });
  });
  it('asks an ended VOD now and then, since a stream that returns opens it again', () => {
    const loaded = take(EMPTY_CHAT, FIRST, { complete_to: 31, nowMs: 1000 });
    expect([wantedAt(loaded, 30, 20_000), wantedAt(loaded, 30, 40_000)?.from]).toEqual([null, 31]);
  });
});

describe('a page that comes', () => {
  it('adds its messages in order, each once', () => {
    const loaded = take(
      take(EMPTY_CHAT, FIRST, { messages: [chatMessage(1), chatMessage(9)], complete_to: 10, growing: true }),
      { ...FIRST, from: 10 },
      { messages: [chatMessage(9), chatMessage(4)], complete_to: 60 },
    );
    expect(loaded.messages.map((m) => m.atMs)).toEqual([1000, 4000, 9000]);
  });
  it('marks what a moderator has taken away since (P52)', () => {
    const loaded = take(
      take(EMPTY_CHAT, FIRST, { messages: [chatMessage(1)], complete_to: 10, growing: true }),
      { ...FIRST, from: 10 },
      { complete_to: 60, moderation: [{ atMs: 12_000, by: 'timeout', messageId: null, userId: '7' }] },
    );
    expect(loaded.messages[0]?.deleted).toEqual({ atMs: 12_000, by: 'timeout' });
  });
  it('is kept beside sixty others, the farthest go', () => {
    const loaded = whole(
      Array.from({ length: 70 }, (_, i) => i),
      1,
    );
    expect([loaded.pages.size, loaded.messages.length, loaded.pages.has(69), loaded.pages.has(0)]).toEqual([
      60,
      60,
      true,
      false,
    ]);
  });
  it('tells a gap once, however often it comes', () => {
    expect(
      take(take(EMPTY_CHAT, FIRST, { gaps: [{ from: 8, to: 9 }] }), FIRST, {
        gaps: [
          { from: 8, to: 9 },
          { from: 2, to: 3 },
        ],
      }).gaps,
    ).toEqual([
      { from: 2, to: 3 },
      { from: 8, to: 9 },
    ]);
  });
});

const loaded = (answer: Parameters<typeof page>[0] = {}): PagedChat =>
  takePage(EMPTY_CHAT, FIRST, { page: page(answer), nowMs: 0 });
const now = { second: 5, failed: false, searching: false, hasChat: false };

it('says that it loads, and that it failed', () => {
  expect([emptyStateOf(EMPTY_CHAT, now), emptyStateOf(EMPTY_CHAT, { ...now, failed: true })]).toEqual([
    'loading',
    'failed',
  ]);
});
it('says that there is no chat (P54)', () => {
  expect(emptyStateOf(loaded(), now)).toBe('none');
});
it('tells that from a chat that is quiet so far', () => {
  expect(emptyStateOf(loaded(), { ...now, hasChat: true })).toBe('quiet');
  expect(emptyStateOf(loaded({ messages: [chatMessage(50)] }), now)).toBe('quiet');
  expect(emptyStateOf(loaded({ complete_to: 5, growing: true }), now)).toBe('quiet');
});
it('says that nobody matches', () => {
  expect(emptyStateOf(loaded({ messages: [chatMessage(1)] }), { ...now, searching: true })).toBe('no-match');
});
it('shows what it has while a later try fails', () => {
  expect(emptyStateOf(loaded({ messages: [chatMessage(50)] }), { ...now, failed: true })).toBe('quiet');
});
