import { expect, it } from '@jest/globals';
import { TtlCache } from './ttl-cache.js';

const away = () => Promise.reject(new TypeError('away'));

it('a cached value is loaded again after five seconds, not earlier', async () => {
  const memory = new TtlCache<number>();
  let calls = 0;
  const load = () => Promise.resolve(++calls);
  expect([
    await memory.get('k', 0, load),
    await memory.get('k', 4_999, load),
    await memory.get('k', 5_000, load),
    await memory.get('other', 5_000, load),
  ]).toEqual([1, 1, 2, 3]);
});

it('the last value is used for five minutes while loading fails', async () => {
  const memory = new TtlCache<number>();
  await memory.get('k', 0, () => Promise.resolve(7));
  expect(await memory.get('k', 299_000, away)).toBe(7);
  await expect(memory.get('k', 301_000, away)).rejects.toThrow('away');
  await expect(memory.get('never', 0, away)).rejects.toThrow('away');
});

it('a forgotten value is loaded again at once', async () => {
  const memory = new TtlCache<number>();
  await memory.get('k', 0, () => Promise.resolve(7));
  memory.forget('k');
  expect(await memory.get('k', 1, () => Promise.resolve(8))).toBe(8);
});

it('a load that began before the value was forgotten is not cached', async () => {
  const memory = new TtlCache<string>();
  for (const forget of [
    () => {
      memory.forget('k');
    },
    () => {
      memory.forgetAll();
    },
  ]) {
    const { promise, resolve } = Promise.withResolvers<string>();
    const calls = memory.get('k', 0, () => promise);
    forget();
    resolve('logged in');
    await calls;
    expect(await memory.get('k', 1, () => Promise.resolve('logged out'))).toBe('logged out');
    memory.forgetAll();
  }
});

it('the number of cached values is limited', async () => {
  const memory = new TtlCache<number>();
  for (let i = 0; i < 10_001; i++) memory.set(String(i), i, 0);
  expect(await memory.get('0', 0, () => Promise.resolve(-1))).toBe(-1);
});
