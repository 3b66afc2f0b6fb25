import { expect, it } from '@jest/globals';
import { judgeChat } from './judge-chat.js';

const line = (id: string | null, listeners = 1, command = 'PRIVMSG') => ({ at: 0, id, command, listeners });
const lines = [line('a'), line('b', 0), line('c', 2, 'USERNOTICE'), line(null, 1, 'CLEARCHAT'), line('d')];

it('is content with every received line once', () => {
  expect(judgeChat({ lines }, ['a', 'c', 'd'])).toEqual({ expected: 3, unheard: 1, wrong: [] });
});

it("names lines that are lost, doubled, or nobody's", () => {
  expect(judgeChat({ lines }, ['a', 'a', 'c', 'x']).wrong).toEqual([
    '1 chat lines lost: d',
    '1 chat lines doubled: a',
    '1 chat lines that nobody said: x',
  ]);
});
