import { expect, it } from '@jest/globals';
import { vodBasename } from './vod-basename.js';

it('carries the day and a tail of its own, so that two streams of a day never collide', () => {
  const at = new Date('2026-01-02T03:04:05Z');
  expect(vodBasename('harbour', at, '0a1b2c3d-0000-4000-8000-000000000000')).toBe('harbour_2026-01-02_030405_0a1b2c3d');
});
