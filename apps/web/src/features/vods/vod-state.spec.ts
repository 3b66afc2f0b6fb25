import { describe, expect, it } from '@jest/globals';
import { isEndUnread, longerAtSite, mutedStateOf, siteStateOf, tagsOf } from './vod-state.js';

const keys = (over: Partial<Parameters<typeof tagsOf>[0]>): string[] =>
  tagsOf({ state: 'finalized', missing_ms: 0, media_ms: 60_000, prevent_deletion: false, ...over }).map((t) => t.key);

it('says nothing about a whole and finished VOD', () => {
  expect(keys({})).toEqual([]);
});
it('says what is missing, and when it is a lot', () => {
  expect(keys({ missing_ms: 6000 })).toEqual(['missing']);
  expect(keys({ missing_ms: 600_001 })).toEqual(['a-lot-missing']);
});
it('says that a capture of more than a day may be stuck', () => {
  expect(keys({ state: 'capturing', media_ms: 86_400_001 })).toEqual(['capturing', 'stuck']);
});
it("says what became of the site's copy, and that it was archived", () => {
  expect(keys({ site_vod_at_risk: true, twitch_vod_muted: 2 })).toEqual(['at-risk', 'muted']);
  expect(keys({ twitch_vod_exists: false, archived_at: '2026-11-28T10:00:00Z' })).toEqual(['site-deleted', 'archived']);
  expect(keys({ twitch_vod_exists: true, twitch_vod_muted: 1, archived_at: null })).toEqual([]);
});

it.each([
  [{}, 'unmatched'],
  [{ twitch_vod_id: '1', twitch_vod_exists: true }, 'exists'],
  [{ twitch_vod_id: '1', twitch_vod_exists: false }, 'deleted'],
  [{ twitch_vod_id: '1', twitch_vod_exists: null }, 'unchecked'],
  [{ twitch_vod_id: '1' }, 'unchecked'],
  [{ twitch_vod_neversaved: true }, 'never-saved'],
] as const)('a VOD with %j at its site is %s', (vod, state) => {
  expect(siteStateOf(vod)).toBe(state);
});

it.each([
  [1, 'unmuted'],
  [2, 'muted'],
  [3, 'unknown'],
  [undefined, 'unknown'],
] as const)('muted %s reads as %s', (muted, state) => {
  expect(mutedStateOf(muted)).toBe(state);
});

it('counts advertisements in, tells of lengths that differ by more than ten seconds only, and of none while it is recorded', () => {
  const at = (twitch_vod_duration: number | undefined, live: null | object = null) =>
    longerAtSite({
      ...(twitch_vod_duration === undefined ? {} : { twitch_vod_duration }),
      media_ms: 90_000,
      ad_ms: 10_000,
      live: live as null,
    });
  expect([at(undefined), at(110), at(111), at(89), at(500, {})]).toEqual([0, 0, 11, -11, 0]);
});

describe('the end of a recording', () => {
  it.each([
    ['could not be read', ['stale', 'unreadable'], true],
    ['was seen, whatever became of a part before', ['unreadable', 'endlist'], false],
    ['is still to come', ['unreadable', null], false],
    ['of nothing', [], false],
  ])('%s', (_name, causes, unread) => {
    expect(isEndUnread(causes.map((cause) => ({ cause })))).toBe(unread);
  });
});
