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
  it('prefers a push of a minute ago to an outdated answer, but uses its viewers', () => {
    expect(mergePushedStatus(known({ toldAt: 0 }), answer(), 60_000)).toEqual({
      ...known({ toldAt: 0 }),
      viewers: 9,
      at: 60_000,
    });
  });
  it('uses the answer after the longest delay of the site', () => {
    expect(mergePushedStatus(known({ toldAt: 0 }), answer(), 120_000)).toMatchObject({ title: 'old', category: null });
  });
  it('uses the answer if the site never pushed', () => {
    expect(mergePushedStatus(known(), answer(), 60_000)).toMatchObject({ title: 'old' });
  });
  it('uses a push with the time of the site', () => {
    expect(mergePushedStatus(known({ toldAt: 0 }), answer({ title: 'newest', toldAt: 50_000 }), 60_000)).toMatchObject({
      title: 'newest',
      toldAt: 50_000,
    });
  });
  it('keeps the newer push when an older one arrives later', () => {
    expect(
      mergePushedStatus(
        known({ toldAt: 50_000, at: 50_000 }),
        answer({ toldAt: 20_000, at: new Date(20_000) }),
        60_000,
      ),
    ).toMatchObject({ title: 'new', toldAt: 50_000, at: 50_000 });
  });
  it('uses the tags of an answer that agrees with the push, since pushes have no tags', () => {
    expect(
      mergePushedStatus(
        known({ toldAt: 0 }),
        answer({ title: 'new', category: { id: '2', name: 'Chess', boxArtUrl: '' }, tags: ['b'] }),
        60_000,
      ),
    ).toMatchObject({ title: 'new', tags: ['b'], toldAt: 0 });
  });
  it('keeps the last number of viewers if the update has none', () => {
    expect(mergePushedStatus(known(), answer({ viewers: null }), 60_000).viewers).toBe(5);
  });
});
