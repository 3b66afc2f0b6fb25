import { expect, it } from '@jest/globals';
import { blankOf } from './blank-of.js';
import { type ChatBook, EMPTY_BOOK, takePage } from './chat-book.js';
import { page, said } from './testing/said.js';

const FIRST = { index: 0, from: -600, to: 60 };
const book = (answer: Parameters<typeof page>[0] = {}): ChatBook =>
  takePage(EMPTY_BOOK, FIRST, { page: page(answer), nowMs: 0 });
const now = { second: 5, failed: false, searching: false, hasChat: false };

it('says that it loads, and that it failed', () => {
  expect([blankOf(EMPTY_BOOK, now), blankOf(EMPTY_BOOK, { ...now, failed: true })]).toEqual(['loading', 'failed']);
});
it('says that there is no chat (case 54)', () => {
  expect(blankOf(book(), now)).toBe('none');
});
it('tells that from a chat that is quiet so far', () => {
  expect(blankOf(book(), { ...now, hasChat: true })).toBe('quiet');
  expect(blankOf(book({ messages: [said(50)] }), now)).toBe('quiet');
  expect(blankOf(book({ complete_to: 5, growing: true }), now)).toBe('quiet');
});
it('says that nobody matches', () => {
  expect(blankOf(book({ messages: [said(1)] }), { ...now, searching: true })).toBe('no-match');
});
it('shows what it has while a later try fails', () => {
  expect(blankOf(book({ messages: [said(50)] }), { ...now, failed: true })).toBe('quiet');
});
