import { expect, it } from '@jest/globals';
import { Remembered } from './remembered.js';

const away = () => Promise.reject(new TypeError('away'));

it('asks again after five seconds, not before', async () => {
  const memory = new Remembered<number>();
  let asked = 0;
  const ask = () => Promise.resolve(++asked);
  expect([
    await memory.get('k', 0, ask),
    await memory.get('k', 4_999, ask),
    await memory.get('k', 5_000, ask),
    await memory.get('other', 5_000, ask),
  ]).toEqual([1, 1, 2, 3]);
});

it('goes on with the last answer for five minutes while nobody answers', async () => {
  const memory = new Remembered<number>();
  await memory.get('k', 0, () => Promise.resolve(7));
  expect(await memory.get('k', 299_000, away)).toBe(7);
  await expect(memory.get('k', 301_000, away)).rejects.toThrow('away');
  await expect(memory.get('never', 0, away)).rejects.toThrow('away');
});

it('forgets at once when told to', async () => {
  const memory = new Remembered<number>();
  await memory.get('k', 0, () => Promise.resolve(7));
  memory.forget('k');
  expect(await memory.get('k', 1, () => Promise.resolve(8))).toBe(8);
});

it('does not keep an answer that was asked for before it was told to forget', async () => {
  const memory = new Remembered<string>();
  for (const forget of [
    () => {
      memory.forget('k');
    },
    () => {
      memory.forgetAll();
    },
  ]) {
    const { promise, resolve } = Promise.withResolvers<string>();
    const asked = memory.get('k', 0, () => promise);
    forget();
    resolve('logged in');
    await asked;
    expect(await memory.get('k', 1, () => Promise.resolve('logged out'))).toBe('logged out');
    memory.forgetAll();
  }
});

it('keeps a bounded number of answers', async () => {
  const memory = new Remembered<number>();
  for (let i = 0; i < 10_001; i++) memory.set(String(i), i, 0);
  expect(await memory.get('0', 0, () => Promise.resolve(-1))).toBe(-1);
});
