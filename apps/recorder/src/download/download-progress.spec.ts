import { readPart } from '#libs/domain';
import { JobProgress } from '#libs/service-kit';
import { expect, it } from '@jest/globals';
import { ulid } from 'ulid';
import { DownloadProgress } from './download-progress.js';

const HOUR_MS = 3_600_000;

it('shows whether a download fetches the past of a broadcast, follows it, or fetches a complete video', () => {
  const sent: [string | undefined, boolean | undefined][] = [];
  let now = 0;
  const info = readPart(ulid(), [], []);
  const progress = new DownloadProgress(
    { info, pageCount: 0, unrecorded: [], resume: null },
    ({ total }) =>
      new JobProgress({
        total,
        unit: 'bytes',
        now: () => (now += 2000),
        send: ({ note, following }) => {
          sent.push([note?.key, following]);
        },
      }),
  );
  progress.listed(HOUR_MS, true);
  progress.moved({ segments: 9, bytes: 900, mediaMs: HOUR_MS / 2, missingMs: 0 });
  progress.moved({ segments: 18, bytes: 1800, mediaMs: HOUR_MS - 70_000, missingMs: 20_000 });
  progress.listed(HOUR_MS + 60_000, true);
  progress.listed(HOUR_MS + 60_000, false);
  const past = ['job.fetching-live-broadcast', false];
  expect(sent).toEqual([past, past, ['job.follows-broadcast', true], past, ['job.fetching', false]]);
});
