import { describe, expect, it } from '@jest/globals';
import { type ChannelStream } from '../persistence/entities/channel-site.js';
import { mergePushedStatus } from './merge-pushed-status.js';

const known = (given: Partial<ChannelStream> = {}): ChannelStream => ({
  title: 'new',
  category: { id: '2', name: 'Chess', boxArtUrl: '' },
  tags: ['a'],
  language: 'en',
  isMature: true,
  viewers: 5,
  at: 0,
  ...given,
});
const answer = (given: object = {}) => ({
  state: 'live' as const,
  streamId: '1',
  title: 'old',
  startedAt: null,
  viewers: 9,
  category: null,
  tags: [],
  language: 'en',
  isMature: false,
  named: null,
  at: new Date(60_000),
  ...given,
});

describe('mergePushedStatus', () => {
  it('keeps what the site reported a minute ago over an answer that lags, and takes its viewers', () => {
    expect(mergePushedStatus(known({ toldAt: 0 }), answer(), 60_000)).toEqual({
      ...known({ toldAt: 0 }),
      viewers: 9,
      at: 60_000,
    });
  });
  it('believes the answer once it cannot lag any more', () => {
    expect(mergePushedStatus(known({ toldAt: 0 }), answer(), 120_000)).toMatchObject({ title: 'old', category: null });
  });
  it('believes the answer where the site never pushed', () => {
    expect(mergePushedStatus(known(), answer(), 60_000)).toMatchObject({ title: 'old' });
  });
  it('takes what the site tells itself, and its time', () => {
    expect(mergePushedStatus(known({ toldAt: 0 }), answer({ title: 'newest', toldAt: 50_000 }), 60_000)).toMatchObject({
      title: 'newest',
      toldAt: 50_000,
    });
  });
  it('keeps what was reported last when an older telling comes after it', () => {
    expect(
      mergePushedStatus(
        known({ toldAt: 50_000, at: 50_000 }),
        answer({ toldAt: 20_000, at: new Date(20_000) }),
        60_000,
      ),
    ).toMatchObject({ title: 'new', toldAt: 50_000, at: 50_000 });
  });
  it('takes the tags of an answer that agrees with what was reported: they are never reported', () => {
    expect(
      mergePushedStatus(
        known({ toldAt: 0 }),
        answer({ title: 'new', category: { id: '2', name: 'Chess', boxArtUrl: '' }, tags: ['b'] }),
        60_000,
      ),
    ).toMatchObject({ title: 'new', tags: ['b'], toldAt: 0 });
  });
  it('keeps the last count of viewers where none is reported', () => {
    expect(mergePushedStatus(known(), answer({ viewers: null }), 60_000).viewers).toBe(5);
  });
});
