import { describe, expect, it } from '@jest/globals';
import { type EditMark, editorOf, noteEdits } from './lost-edits.js';

/** Edits of a comment, one after the other. @returns what the last of them took away */
function lostBy(...marks: readonly EditMark[]): string | null {
  const vod = { facts: {} };
  const lost = marks.map((mark, n) =>
    noteEdits(vod, [{ name: 'comment', was: n === 0 ? null : `text ${n - 1}`, now: `text ${n}` }], mark),
  );
  return lost.at(-1)?.[0]?.was ?? null;
}
const mark = (by: string, at: number, sentAt = at - 5): EditMark => ({ by, sentAt, at });

describe('what an edit without a version takes away', () => {
  it('is told where somebody else had just set it', () => {
    expect(lostBy(mark('a', 1000), mark('b', 4000))).toBe('text 0');
    expect(lostBy(mark('a', 1000), mark('b', 4000), mark('a', 6000))).toBe('text 1');
  });

  it('is not told where it was their own', () => {
    expect(lostBy(mark('a', 1000), mark('a', 4000))).toBeNull();
    expect(lostBy(mark('a', 1000), mark('b', 4000), mark('b', 6000))).toBeNull();
  });

  it('is told where both were under way at once, whoever sent them', () => {
    expect(lostBy(mark('a', 1000), mark('a', 1004, 999))).toBe('text 0');
  });

  it('is not told of what has stood for long', () => {
    expect(lostBy(mark('a', 1000), mark('b', 11_001))).toBeNull();
  });

  it('knows who edits by the login, else by the address, and keeps neither', () => {
    const uuid = '00000000-0000-4000-8000-000000000000';
    const one = editorOf(uuid, { session: 'hash', ip: '10.0.0.1' });
    expect(editorOf(uuid, { session: 'hash', ip: '10.0.0.2' })).toBe(one);
    expect(editorOf(uuid, { session: 'other', ip: '10.0.0.1' })).not.toBe(one);
    expect(editorOf(uuid, { session: null, ip: '10.0.0.1' })).not.toBe(
      editorOf(uuid, { session: null, ip: '10.0.0.2' }),
    );
    expect(one).toMatch(/^[0-9a-f]{12}$/);
  });
});
