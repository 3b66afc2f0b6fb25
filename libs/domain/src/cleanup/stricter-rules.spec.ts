import { describe, expect, it } from '@jest/globals';
import { areStricter, type CleanupRules } from './stricter-rules.js';

const rules = (over: Partial<CleanupRules> = {}): CleanupRules => ({
  limits: { vods: 5, bytes: 100, ageMs: null },
  freeBytes: 0,
  spares: ['commented'],
  onlyOne: false,
  ...over,
});

describe('clean-up rules are stricter', () => {
  it.each<[string, CleanupRules, CleanupRules | null]>([
    ['if none were applied before', rules(), null],
    ['with a lower limit', rules({ limits: { vods: 4, bytes: 100, ageMs: null } }), rules()],
    ['with a limit that did not exist', rules({ limits: { vods: 5, bytes: 100, ageMs: 1 } }), rules()],
    ['if the channel took no part before', rules(), rules({ limits: null })],
    ['with more space to keep free', rules({ limits: null, freeBytes: 2 }), rules({ limits: null, freeBytes: 1 })],
    ['if a run may delete more than one VOD', rules(), rules({ onlyOne: true })],
    ['if a rule no longer keeps VODs', rules({ spares: [] }), rules()],
  ])('%s', (...[, now, before]) => {
    expect(areStricter(now, before)).toBe(true);
  });
});

describe('clean-up rules are not stricter', () => {
  it.each<[string, CleanupRules, CleanupRules | null]>([
    ['if they are the same', rules(), rules()],
    ['with a higher limit', rules({ limits: { vods: 9, bytes: null, ageMs: null } }), rules()],
    ['if they keep more', rules({ spares: ['commented', 'muted'] }), rules()],
    ['if they delete nothing', rules({ limits: null }), null],
    ['if the channel takes no part any more', rules({ limits: null }), rules()],
  ])('%s', (...[, now, before]) => {
    expect(areStricter(now, before)).toBe(false);
  });
});
