import { expect, it } from '@jest/globals';
import { tagsOf } from './vod-state.js';

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
