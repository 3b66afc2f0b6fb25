import { describe, expect, it } from '@jest/globals';
import { type ChatRecord } from '#libs/contracts';
import { SeenKeys, repeatKey } from './seen-keys.js';

describe('SeenKeys', () => {
  it('reports a key as new once, and again only after the given number of other keys', () => {
    const seen = new SeenKeys(3);
    expect(['a', 'a', 'b', 'c', 'a'].map((key) => seen.add(key))).toEqual([true, false, true, true, false]);
    for (const key of ['d', 'e', 'f', 'g', 'h', 'i']) seen.add(key);
    expect(seen.add('i')).toBe(false);
    expect(seen.add('a')).toBe(true);
  });
});

describe('the key of a repeated record', () => {
  const stamps = { at: 5, seenAt: 6 };
  const clear = (tags: Record<string, string>): ChatRecord => ({
    t: 'clear',
    ...stamps,
    userId: '1',
    login: 'ann',
    seconds: null,
    tags,
  });
  it('of a ban consists of time and user, if the site gives a time', () => {
    expect(repeatKey(clear({ 'tmi-sent-ts': '5' }))).toBe(repeatKey({ ...clear({ 'tmi-sent-ts': '5' }), seenAt: 9 }));
    expect(repeatKey(clear({}))).toBeNull();
  });
  it('of a deletion differs from that of the message', () => {
    expect(repeatKey({ t: 'delete', ...stamps, targetId: 'm1', login: '', tags: {} })).not.toBe('m1');
  });
  it('of a room mode does not exist', () => {
    expect(repeatKey({ t: 'room', ...stamps, text: 'slow', tags: {} })).toBeNull();
  });
});
