import { expect, it } from '@jest/globals';
import { longerAtSite, mutedStateOf, siteStateOf } from './site-facts.js';

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
