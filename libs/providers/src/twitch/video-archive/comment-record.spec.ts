import { describe, expect, it } from '@jest/globals';
import { commentRecord } from './comment-record.js';
import { CommentNode } from './comments.wire.js';

const startedAt = new Date('2026-01-01T00:00:00Z');
const node = (more: object = {}) =>
  CommentNode.parse({
    id: 'c1',
    contentOffsetSeconds: 61,
    createdAt: '2026-01-01T00:01:01.250Z',
    commenter: { id: '9', login: 'mossy', displayName: 'Mossy' },
    message: { fragments: [{ text: 'hi', emote: null }], userBadges: [], userColor: '#FF0000' },
    ...more,
  });
const message = (more: object) => ({ message: { fragments: [], userBadges: [], userColor: null, ...more } });
const record = (more: object = {}) => commentRecord(node(more), { startedAt, seenAt: 5 });

describe('a comment as a record', () => {
  it('has the author, the text and the time with its fraction', () => {
    expect(record()).toEqual({
      offsetMs: 61_250,
      record: {
        t: 'message',
        id: 'c1',
        at: startedAt.getTime() + 61_250,
        seenAt: 5,
        author: { id: '9', login: 'mossy', name: 'Mossy', color: '#FF0000', badges: [] },
        text: 'hi',
        emotes: [],
        tags: {},
        action: false,
        bits: 0,
      },
    });
  });

  it.each([
    ['of a wrong zone', '2026-01-01T07:01:01.250Z', 61_250],
    ['of a half-hour zone', '2025-12-31T18:31:01.250Z', 61_250],
    ['a little before its second', '2026-01-01T00:01:00.600Z', 61_000],
    ['in the next second', '2026-01-01T00:01:02.100Z', 61_999],
    ['that says nothing', '2026-01-01T00:05:00Z', 61_000],
    ['that is none', 'soon', 61_000],
  ])('stands at its second whatever a stamp %s says', (_, createdAt, offsetMs) => {
    expect(record({ createdAt }).offsetMs).toBe(offsetMs);
  });

  it('places emotes by code points, and shows one without text by its id', () => {
    const {
      record: { text, emotes },
    } = record(
      message({
        fragments: [
          { text: '👍🏽 ', emote: null },
          { text: 'Kappa', emote: { id: '25;3;7', emoteID: '25', from: 3 } },
          { text: null, emote: { id: '86;8;8', emoteID: '86', from: 8 } },
        ],
      }),
    );
    expect(text).toBe('👍🏽 Kappa86');
    expect(emotes).toEqual([
      { id: '25', begin: 3, end: 8 },
      { id: '86', begin: 8, end: 10 },
    ]);
  });

  it('keeps the comment of an account that is gone, badges without a set left out', () => {
    expect(
      record({
        commenter: null,
        ...message({
          fragments: null,
          userBadges: [{ id: 'Ozs=', setID: '', version: '' }, null, { id: 'x', setID: 'subscriber', version: '12' }],
          userColor: 'red',
        }),
      }).record,
    ).toMatchObject({
      author: { id: '', login: '', name: 'Deleted user', color: null, badges: [{ set: 'subscriber', version: '12' }] },
      text: '',
    });
  });

  it.each([
    ['Cheer100 go', 100],
    ['cheer1 mossyCheer50', 51],
    ['Kappa Cheer', 0],
    ['Cheer0 gg10', 0],
    ['notCheer5x', 0],
  ])('reads bits of %j: %i', (text, bits) => {
    expect(record(message({ fragments: [{ text, emote: null }] })).record.bits).toBe(bits);
  });
});
