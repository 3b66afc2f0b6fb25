import { type S3Bucket } from './s3-bucket.js';

const MAX_UPLOAD_AGE_MS = 24 * 3600 * 1000;

/** An open upload; the type of minio-js omits these fields. */
interface OpenUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly initiated?: Date | string;
}

/** Aborts multipart uploads that started more than 24 hours ago: their parts use space, and no listing shows them. @returns how many */
export async function sweepUploads(bucket: Pick<S3Bucket, 'name' | 'call'>): Promise<number> {
  let aborted = 0;
  let after = { key: '', uploadId: '' };
  for (;;) {
    const page = await bucket.call(undefined, (client) =>
      client.listIncompleteUploadsQuery(bucket.name, '', after.key, after.uploadId, ''),
    );
    for (const upload of page.uploads as OpenUpload[]) {
      const startedAt = new Date(upload.initiated ?? Date.now()).getTime();
      if (Date.now() - startedAt < MAX_UPLOAD_AGE_MS) continue;
      await bucket.call(undefined, (client) => client.abortMultipartUpload(bucket.name, upload.key, upload.uploadId));
      aborted += 1;
    }
    if (!page.isTruncated) return aborted;
    after = { key: page.nextKeyMarker, uploadId: page.nextUploadIdMarker };
  }
}
