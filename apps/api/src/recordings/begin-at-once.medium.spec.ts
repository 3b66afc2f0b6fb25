import 'reflect-metadata';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { TestApp } from '../testing/test-app.js';
import { aChannel, store } from '../testing/rows.js';
import { Recording } from './recording.js';

jest.setTimeout(60_000);

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ without: ['detection'] });
});
afterAll(async () => {
  await app.stop();
});

it('a broadcast that polls and pushes tell of at the same moment is one VOD, and none of them fails', async () => {
  const channel = aChannel({ providerKind: 'hls' });
  await store(app.nest.get(DataSource, { strict: false }), channel);
  const recording = app.nest.get(Recording, { strict: false });
  const stream = { streamId: 's1', title: 'Boats', startedAt: new Date('2026-11-01T10:00:00Z'), category: null };
  const begun = await Promise.all(Array.from({ length: 8 }, () => recording.begin(channel, stream)));
  expect(new Set(begun.map(({ vod }) => vod.uuid)).size).toBe(1);
  expect(begun.filter(({ changed }) => changed)).toHaveLength(1);
});
