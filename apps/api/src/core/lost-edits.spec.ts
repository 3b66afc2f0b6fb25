import { describe, expect, it } from '@jest/globals';
import { type EditedField, type EditMark, type EditMarks, editorOf, lostText, takenAway } from './lost-edits.js';

/** Edits of a comment, one after the other. @returns what the last of them took away */
function lostBy(...marks: readonly EditMark[]): string | null {
  let kept: EditMarks = {};
  let lost: readonly EditedField[] = [];
  for (const [n, mark] of marks.entries()) {
    const fields = [{ name: 'comment', was: n === 0 ? null : `text ${n - 1}`, now: `text ${n}` }];
    ({ marks: kept, lost } = takenAway(kept, fields, mark));
  }
  return lost[0]?.was ?? null;
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
});

describe('a form that was opened before another edit', () => {
  const form = (title: string, motd: { readonly was: string; readonly now: string }): EditedField[] => [
    { name: 'title', was: 'old', now: title },
    { name: 'motd', ...motd },
  ];
  const sent = (by: string, at: number): EditMark => ({ ...mark(by, at), isForm: true });
  const { marks } = takenAway({}, form('old', { was: 'hello', now: 'mine' }), sent('a', 1000));

  it('is told what it puts back, also minutes later and by the same address', () => {
    const stale = form('new', { was: 'mine', now: 'hello' });
    expect(takenAway(marks, stale, sent('a', 600_000)).lost).toEqual([{ name: 'motd', was: 'mine', now: 'hello' }]);
    expect(takenAway(marks, stale, sent('b', 3_601_000)).lost).toEqual([]);
  });

  it('is told nothing where it was opened after it, or is no form', () => {
    expect(takenAway(marks, form('new', { was: 'mine', now: 'mine' }), sent('b', 600_000)).lost).toEqual([]);
    expect(takenAway(marks, form('new', { was: 'mine', now: 'third' }), sent('b', 600_000)).lost).toEqual([]);
    expect(takenAway(marks, [{ name: 'motd', was: 'mine', now: 'hello' }], mark('b', 600_000)).lost).toEqual([]);
  });

  it('leaves no value in the marks', () => {
    expect(JSON.stringify(marks)).not.toMatch(/hello|mine/);
  });
});

it('tells of a secret that it was set, and keeps no trace of its value', () => {
  const secret = (was: string, now: string) => [{ name: 'api_client_secret', was, now, isSecret: true }];
  const { marks } = takenAway({}, secret('first', 'second'), mark('a', 1000));
  expect(marks).toEqual({ api_client_secret: { at: 1000, by: 'a' } });
  const { lost } = takenAway(marks, secret('second', 'third'), mark('b', 4000));
  expect(lostText(lost)).toBe("api_client_secret '********'");
});

it('knows who edits by the login, else by the address, and keeps neither', () => {
  const uuid = '00000000-0000-4000-8000-000000000000';
  const one = editorOf(uuid, { session: 'hash', ip: '10.0.0.1' });
  expect(editorOf(uuid, { session: 'hash', ip: '10.0.0.2' })).toBe(one);
  expect(editorOf(uuid, { session: 'other', ip: '10.0.0.1' })).not.toBe(one);
  expect(editorOf(uuid, { session: null, ip: '10.0.0.1' })).not.toBe(editorOf(uuid, { session: null, ip: '10.0.0.2' }));
  expect(one).toMatch(/^[0-9a-f]{12}$/);
});
