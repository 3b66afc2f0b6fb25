import { describe, expect, it } from '@jest/globals';
import { type Vod } from '#libs/contracts';
import { appendToList, dropFromList, putInList, queryOf, type VodList } from './vod-list.js';

const vod = (uuid: string, hour: number, over: Partial<Vod> = {}): Vod =>
  ({
    uuid,
    channel_uuid: 'a',
    basename: uuid,
    state: 'finalized',
    archived_at: null,
    started_at: `2026-11-28T${String(hour).padStart(2, '0')}:00:00Z`,
    ...over,
  }) as Vod;
const list = (over: Partial<VodList> = {}): VodList => ({
  of: { channel: 'a' },
  vods: [vod('late', 12), vod('early', 8)],
  more: true,
  ...over,
});
const uuidsOf = ({ vods }: VodList): string[] => vods.map((v) => v.uuid);

describe('a VOD that the socket tells of', () => {
  it('replaces what a list holds of it', () => {
    expect(putInList(list(), vod('early', 8, { comment: 'seen' })).vods[1]?.comment).toBe('seen');
  });
  it('stands where its start says, newest first', () => {
    expect(uuidsOf(putInList(list(), vod('mid', 10)))).toEqual(['late', 'mid', 'early']);
  });
  it('waits to be asked for where it is older than what the list holds so far', () => {
    expect(putInList(list(), vod('ancient', 1))).toEqual(list());
    expect(uuidsOf(putInList(list({ more: false }), vod('ancient', 1)))).toEqual(['late', 'early', 'ancient']);
  });
  it('of another channel changes nothing, not even the object, so that nothing is drawn again', () => {
    const before = list();
    expect(putInList(before, vod('x', 10, { channel_uuid: 'b' }))).toBe(before);
  });
  it('leaves a list when it is put away, and comes into that of those put away', () => {
    const away = vod('late', 12, { archived_at: '2026-11-28T13:00:00Z' });
    expect(uuidsOf(putInList(list(), away))).toEqual(['early']);
    expect(uuidsOf(putInList(list({ of: { archived: true }, vods: [], more: false }), away))).toEqual(['late']);
  });
  it('leaves a list of one state when it has another', () => {
    const now = list({ of: { states: ['capturing'] }, vods: [vod('late', 12, { state: 'capturing' })], more: false });
    expect(uuidsOf(putInList(now, vod('late', 12)))).toEqual([]);
    expect(uuidsOf(putInList(now, vod('new', 13, { state: 'capturing' })))).toEqual(['new', 'late']);
  });
  it('stays in a list of found words as it was found, and does not enter one by itself: only the server knows how words are found', () => {
    const found = list({ of: { searchText: 'boats' } });
    expect(putInList(found, vod('early', 8, { comment: 'seen' })).vods[1]?.comment).toBe('seen');
    expect(putInList(found, vod('new', 13))).toBe(found);
  });
});

it('takes a removed VOD out, and leaves a list that does not hold it as it is', () => {
  expect(uuidsOf(dropFromList(list(), 'late'))).toEqual(['early']);
  const before = list();
  expect(dropFromList(before, 'x')).toBe(before);
});

it('adds older ones once each, and knows by a short answer that there are no more', () => {
  const after = appendToList(list(), [vod('early', 8), vod('ancient', 1)], 2);
  expect([uuidsOf(after), after.more]).toEqual([['late', 'early', 'ancient'], true]);
  expect(appendToList(list(), [vod('ancient', 1)], 2).more).toBe(false);
});

it('is asked for as the route reads it', () => {
  expect(queryOf({ channel: 'a', states: ['capturing', 'paused'], searchText: 'boats', archived: true })).toEqual({
    channel: 'a',
    state: 'capturing,paused',
    q: 'boats',
    archived: '1',
  });
  expect(queryOf({ archived: false })).toEqual({});
});
