import { expect, it } from '@jest/globals';
import { judgeChat } from './judge-chat.js';

const line = (id: string | null, listeners = 1, command = 'PRIVMSG') => ({ at: 0, id, command, listeners });
const lines = [line('a'), line('b', 0), line('c', 2, 'USERNOTICE'), line(null, 1, 'CLEARCHAT'), line('d')];

it('finds no fault if every received line is there once', () => {
  expect(judgeChat({ lines }, ['a', 'c', 'd'])).toEqual({ expected: 3, unreceived: 1, wrong: [] });
});

it('reports lines that are lost, doubled or unknown', () => {
  expect(judgeChat({ lines }, ['a', 'a', 'c', 'x']).wrong).toEqual([
    '1 chat lines lost: d',
    '1 chat lines doubled: a',
    '1 chat lines that nobody sent: x',
  ]);
});
