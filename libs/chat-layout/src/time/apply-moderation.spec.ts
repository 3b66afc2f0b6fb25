import { expect, it } from '@jest/globals';
import { message } from '../testing/chat-fixture.js';
import { applyModeration } from './apply-moderation.js';

const at = (id: string, atMs: number, userId = '7') =>
  message({ id, atMs, author: { id: userId, login: userId, name: userId, color: null, badges: [] } });
const list = [at('a', 1000), at('b', 2000, '8'), at('c', 3000)];
const gone = (messages: readonly { readonly id: string; readonly deleted: object | null }[]): string[] =>
  messages.filter((m) => m.deleted !== null).map((m) => m.id);

it('deletes one message', () => {
  expect(gone(applyModeration(list, [{ atMs: 4000, by: 'moderator', messageId: 'b', userId: null }]))).toEqual(['b']);
});
it('deletes the messages of a banned viewer before the ban, not after', () => {
  expect(gone(applyModeration(list, [{ atMs: 2500, by: 'ban', messageId: null, userId: '7' }]))).toEqual(['a']);
});
it('deletes all messages when the chat is cleared', () => {
  expect(gone(applyModeration(list, [{ atMs: 2500, by: 'clear', messageId: null, userId: null }]))).toEqual(['a', 'b']);
});
it('keeps the first deletion of a message', () => {
  expect(
    applyModeration(
      [message({ deleted: { atMs: 1500, by: 'moderator' } })],
      [{ atMs: 9000, by: 'ban', messageId: null, userId: '7' }],
    )[0]?.deleted,
  ).toEqual({ atMs: 1500, by: 'moderator' });
});
it('returns other messages as the same objects', () => {
  expect(applyModeration(list, [{ atMs: 4000, by: 'moderator', messageId: 'b', userId: null }])[0]).toBe(list[0]);
});
