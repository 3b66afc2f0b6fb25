import { FOLLOWS_BROADCAST } from '#libs/contracts';
import { readPart } from '#libs/domain';
import { JobProgress } from '#libs/service-kit';
import { expect, it } from '@jest/globals';
import { ulid } from 'ulid';
import { DownloadProgress } from './download-progress.js';

const HOUR_MS = 3_600_000;

it('tells apart what still fetches the past of a broadcast, what only follows it, and what has an end', () => {
  const notes: string[] = [];
  let now = 0;
  const facts = readPart(ulid(), [], []);
  const progress = new DownloadProgress(
    { facts, pages: 0, unpaged: [], resume: null },
    ({ total }) =>
      new JobProgress({
        total,
        unit: 'bytes',
        now: () => (now += 2000),
        send: ({ note }) => {
          notes.push(note?.key ?? '');
        },
      }),
  );
  progress.listed(HOUR_MS, true);
  progress.moved({ segments: 9, bytes: 900, mediaMs: HOUR_MS / 2, missingMs: 0 });
  progress.moved({ segments: 18, bytes: 1800, mediaMs: HOUR_MS - 70_000, missingMs: 20_000 });
  progress.listed(HOUR_MS + 60_000, true);
  progress.listed(HOUR_MS + 60_000, false);
  const fetching = 'job.fetching-live-broadcast';
  expect(notes).toEqual([fetching, fetching, FOLLOWS_BROADCAST, fetching, 'job.fetching']);
});
