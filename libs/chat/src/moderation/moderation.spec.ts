import { describe, expect, it } from '@jest/globals';
import { type ChatRecord } from '#libs/contracts';
import { Moderation } from './moderation.js';

const removal = (targetId: string, at: number): ChatRecord => ({
  t: 'delete',
  at,
  seenAt: at,
  targetId,
  login: 'ann',
  tags: {},
});
const clear = (userId: string | null, at: number, seconds: number | null = null): ChatRecord => ({
  t: 'clear',
  at,
  seenAt: at,
  userId,
  login: null,
  seconds,
  tags: {},
});
const message = (id: string, at: number, authorId = '7'): { id: string; at: number; authorId: string } => ({
  id,
  at,
  authorId,
});
function moderation(...records: ChatRecord[]): Moderation {
  const made = new Moderation();
  for (const record of records) made.add(record);
  return made;
}

describe('Moderation', () => {
  it('P52 deletes one message, all earlier messages of a user, or all messages, and gives the cause', () => {
    const actions = moderation(removal('m1', 50), clear('7', 100, 600), clear('8', 100), clear(null, 200));
    expect(
      [message('m1', 10, '9'), message('m2', 10), message('m3', 10, '8'), message('m4', 150), message('m5', 201)].map(
        (m) => actions.removedBy(m)?.by,
      ),
    ).toEqual(['moderator', 'timeout', 'ban', 'clear', undefined]);
  });

  it('keeps messages of a user after a time-out', () => {
    expect(moderation(clear('7', 100, 1)).removedBy(message('m', 101))).toBeNull();
  });

  it('gives the first of several actions, in any order of arrival', () => {
    expect(moderation(clear(null, 300), clear('7', 200), removal('m', 250)).removedBy(message('m', 10))).toMatchObject({
      at: 200,
      by: 'ban',
    });
  });

  it('lists actions in order, whatever the order of their arrival', () => {
    const actions = moderation(removal('c', 60), removal('a', 20), clear('7', 40), removal('b', 20));
    expect(actions.between(0, 100).map(({ at, messageId }) => [at, messageId])).toEqual([
      [20, 'a'],
      [20, 'b'],
      [40, null],
      [60, 'c'],
    ]);
  });

  it('lists all actions of a file that has 100,000 of them, the last one first', () => {
    const removals = Array.from({ length: 100_000 }, (_, n) => removal(`m${String(n)}`, 100_000 - n));
    expect(
      moderation(...removals)
        .between(1, 3)
        .map(({ messageId }) => messageId),
    ).toEqual(['m99999', 'm99998']);
  });

  it('counts an action of two recorders once, and lists the actions of a period in order', () => {
    const actions = moderation(clear('7', 100), removal('m', 50), clear('7', 100), clear(null, 200));
    expect(actions.between(50, 200).map((action) => action.at)).toEqual([50, 100]);
  });
});
