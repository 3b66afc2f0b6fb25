import { expect, it } from '@jest/globals';
import { countUntil, messagesAt, stackUp } from './messages-at.js';

const list = [-500, 0, 1000, 1000, 2000].map((atMs, id) => ({ atMs, id }));
const all = { limit: 10, isShown: () => true };

it('counts the messages up to the given time, inclusive', () => {
  expect([-501, -500, 999, 1000, 9999].map((t) => countUntil(list, t))).toEqual([0, 1, 2, 4, 5]);
});
it('returns the newest messages, oldest first', () => {
  expect(messagesAt(list, 1000, { ...all, limit: 2 }).map((m) => m.id)).toEqual([2, 3]);
});
it('includes older messages if newer ones are hidden', () => {
  expect(messagesAt(list, 2000, { limit: 2, isShown: (m) => m.id !== 3 }).map((m) => m.id)).toEqual([2, 4]);
});
it('is empty for a chat without messages', () => {
  expect(messagesAt([], 5, all)).toEqual([]);
});
it('aligns the messages to the bottom', () => {
  expect(stackUp([10, 20], 100)).toEqual([70, 80]);
  expect(stackUp([60, 60], 100)).toEqual([-20, 40]);
});
