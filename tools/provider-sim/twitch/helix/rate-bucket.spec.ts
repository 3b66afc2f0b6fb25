import { expect, it } from '@jest/globals';
import { RateBucket } from './rate-bucket.js';

it('gives its points at once, then as many as refill in time', () => {
  let now = 1_000_000;
  const bucket = new RateBucket(60, () => now);
  expect(Array.from({ length: 61 }, () => bucket.take()).filter(Boolean)).toHaveLength(60);
  now += 2000;
  expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([true, true, false]);
});

it('tells when it is full again', () => {
  const bucket = new RateBucket(60, () => 1_000_000);
  for (let i = 0; i < 30; i++) bucket.take();
  expect(bucket.headers()).toEqual({ 'ratelimit-limit': 60, 'ratelimit-remaining': 30, 'ratelimit-reset': 1030 });
});
