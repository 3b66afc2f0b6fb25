import { expect, it } from '@jest/globals';
import type { Client } from 'minio';
import type { S3Bucket } from './s3-bucket.js';
import { sweepUploads } from './sweep-uploads.js';

const HOUR_MS = 3_600_000;
const startedAgo = (key: string, ms: number) => ({ key, uploadId: `of-${key}`, initiated: new Date(Date.now() - ms) });

it('aborts uploads that started more than 24 hours ago, on every page of the list', async () => {
  const pages = [
    {
      uploads: [startedAgo('old', 25 * HOUR_MS), startedAgo('young', 23 * HOUR_MS)],
      isTruncated: true,
      nextKeyMarker: 'young',
      nextUploadIdMarker: 'of-young',
    },
    { uploads: [startedAgo('older', 48 * HOUR_MS), { key: 'undated', uploadId: 'x' }], isTruncated: false },
  ];
  const requests: string[] = [];
  const aborted: string[] = [];
  const client = {
    listIncompleteUploadsQuery: (...[, , keyMarker, uploadIdMarker]: readonly string[]) => {
      requests.push(`${String(keyMarker)}/${String(uploadIdMarker)}`);
      return Promise.resolve(pages[requests.length - 1]);
    },
    abortMultipartUpload: (_bucket: string, key: string, uploadId: string) => {
      aborted.push(`${key}/${uploadId}`);
      return Promise.resolve();
    },
  } as unknown as Client;
  const bucket: Pick<S3Bucket, 'name' | 'call'> = { name: 'b', call: (_signal, work) => work(client) };

  expect(await sweepUploads(bucket)).toBe(2);
  expect(requests).toEqual(['/', 'young/of-young']);
  expect(aborted).toEqual(['old/of-old', 'older/of-older']);
});
