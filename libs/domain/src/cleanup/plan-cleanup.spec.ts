import { verbatim } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CleanupLimits, type CleanupVod, KEEP_RULES, planCleanup, planFreeing } from './plan-cleanup.js';

const DAY_MS = 86_400_000;
const NOW = 1_000 * DAY_MS;
const NONE: CleanupLimits = { vods: null, bytes: null, ageMs: null };
/** `v3` is older than `v2`. */
const vod = (daysAgo: number, over: Partial<CleanupVod> = {}): CleanupVod => ({
  uuid: `v${daysAgo}`,
  startedAt: NOW - daysAgo * DAY_MS,
  bytes: 10,
  keeps: [],
  busy: null,
  ...over,
});
const plan = (vods: CleanupVod[], limits: Partial<CleanupLimits>, deleteOnlyOne = false) =>
  planCleanup(vods, { limits: { ...NONE, ...limits }, deleteOnlyOne, now: NOW });
const goes = (...args: Parameters<typeof plan>) => plan(...args).goes.map((v) => v.uuid);

describe('a clean-up of a channel', () => {
  it('W42 keeps exactly the configured number of VODs, the newest ones', () => {
    expect(goes([vod(3), vod(1), vod(2)], { vods: 1 })).toEqual(['v3', 'v2']);
    expect(goes([vod(2), vod(1)], { vods: 2 })).toEqual([]);
    expect(goes([vod(2), vod(1)], { vods: 0 })).toEqual(['v2', 'v1']);
    expect(goes([vod(900)], {})).toEqual([]);
  });

  it('W43 deletes only the oldest if one deletion per run is allowed', () => {
    expect(goes([vod(1), vod(4), vod(3), vod(2)], { vods: 1 }, true)).toEqual(['v4']);
  });

  it('W44 keeps the VODs that a rule protects, counts their bytes, and reports a limit that cannot be met', () => {
    const retained = vod(9, { bytes: 100, keeps: ['protected'] });
    expect(plan([retained, vod(2), vod(1)], { bytes: 50 })).toEqual({
      goes: [{ uuid: 'v2', over: ['bytes'] }],
      later: [],
      unmet: [{ limit: 'bytes', have: 110, want: 50 }],
    });
    expect(goes([retained, vod(2), vod(1)], { vods: 2 })).toEqual([]);
  });

  it('never deletes the newest VOD only because of its size', () => {
    expect(goes([vod(2), vod(1, { bytes: 1_000 })], { bytes: 50 })).toEqual(['v2']);
  });

  it('deletes VODs above the age limit', () => {
    expect(plan([vod(31), vod(29)], { ageMs: 30 * DAY_MS }).goes).toEqual([{ uuid: 'v31', over: ['ageMs'] }]);
  });

  it('counts the deletions of one limit before the next applies, and names both limits if both select a VOD', () => {
    expect(plan([vod(40), vod(3), vod(2), vod(1)], { vods: 3, ageMs: 30 * DAY_MS, bytes: 30 }).goes).toEqual([
      { uuid: 'v40', over: ['vods', 'ageMs'] },
    ]);
  });

  it('does not delete a younger VOD in place of one in use', () => {
    expect(plan([vod(3, { busy: verbatim('it is being watched') }), vod(2), vod(1)], { vods: 2 })).toEqual({
      goes: [],
      later: [{ uuid: 'v3', over: ['vods'], busy: verbatim('it is being watched') }],
      unmet: [],
    });
  });
});

describe('freeing space', () => {
  it('deletes the oldest VODs of all channels, but never the newest of a channel, protected ones, or ones in use', () => {
    const channels = [
      [vod(9), vod(5), vod(1)],
      [vod(30)],
      [vod(20, { keeps: ['commented'] }), vod(8, { busy: verbatim('it is exported') }), vod(7), vod(2)],
    ];
    expect(planFreeing(channels, 25).map((v) => v.uuid)).toEqual(['v9', 'v7', 'v5']);
    expect(planFreeing(channels, 0)).toEqual([]);
    expect(planFreeing(channels, 1e9).map((v) => v.uuid)).toEqual(['v9', 'v7', 'v5']);
  });
});

const anyVod = fc.record({
  startedAt: fc.integer({ min: 0, max: 900 }).map((days) => days * DAY_MS),
  bytes: fc.integer({ min: 0, max: 1_000 }),
  keeps: fc.subarray([...KEEP_RULES], { maxLength: 2 }),
  busy: fc.constantFrom(null, null, null, verbatim('it is being watched')),
});
const anyVods = fc
  .array(anyVod, { maxLength: 30 })
  .map((vods): CleanupVod[] => vods.map((v, i) => ({ ...v, uuid: `u${i}` })));
const limit = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: null });
const anyLimits = fc.record({
  vods: limit(12),
  bytes: limit(8_000),
  ageMs: limit(800).map((days) => (days === null ? null : days * DAY_MS)),
});

describe('every clean-up', () => {
  it('never deletes a VOD that a rule protects, one in use, or one twice', () => {
    fc.assert(
      fc.property(anyVods, anyLimits, fc.boolean(), (vods, limits, deleteOnlyOne) => {
        const { goes: selected } = planCleanup(vods, { limits, deleteOnlyOne, now: NOW });
        const of = new Map(vods.map((v) => [v.uuid, v]));
        expect(selected.filter(({ uuid }) => of.get(uuid)?.keeps.length !== 0 || of.get(uuid)?.busy !== null)).toEqual(
          [],
        );
        expect(new Set(selected.map((t) => t.uuid)).size).toBe(selected.length);
        expect(selected.length).toBeLessThanOrEqual(deleteOnlyOne ? 1 : vods.length);
      }),
    );
  });

  it('meets every limit that can be met', () => {
    fc.assert(
      fc.property(anyVods, anyLimits, (vods, limits) => {
        const { goes: selected, later } = planCleanup(vods, { limits, deleteOnlyOne: false, now: NOW });
        const due = new Set([...selected, ...later].map((t) => t.uuid));
        const left = vods.filter((v) => !due.has(v.uuid));
        const free = left.filter((v) => v.keeps.length === 0);
        if (limits.vods !== null) expect(free.length).toBeLessThanOrEqual(limits.vods);
        if (limits.ageMs !== null) expect(free.filter((v) => v.startedAt < NOW - (limits.ageMs ?? 0))).toEqual([]);
        const newest = vods.toSorted((a, b) => a.startedAt - b.startedAt || (a.uuid < b.uuid ? -1 : 1)).at(-1);
        const bytes = left.reduce((n, v) => n + v.bytes, 0);
        if (limits.bytes !== null && bytes > limits.bytes) expect(free.filter((v) => v !== newest)).toEqual([]);
      }),
    );
  });

  it('deletes older VODs first, if they may be deleted', () => {
    fc.assert(
      fc.property(anyVods, limit(12), (vods, keep) => {
        const selected = planCleanup(vods, { limits: { ...NONE, vods: keep }, deleteOnlyOne: false, now: NOW });
        const due = new Set([...selected.goes, ...selected.later].map((t) => t.uuid));
        const youngestDue = Math.max(-1, ...vods.filter((v) => due.has(v.uuid)).map((v) => v.startedAt));
        expect(vods.filter((v) => v.keeps.length === 0 && !due.has(v.uuid) && v.startedAt < youngestDue)).toEqual([]);
        if (keep !== null)
          expect(vods.filter((v) => v.keeps.length === 0).length - due.size).toBe(
            Math.min(keep, vods.filter((v) => v.keeps.length === 0).length),
          );
      }),
    );
  });
});
