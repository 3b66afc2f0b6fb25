import { type S3Bucket } from './s3-bucket.js';

const OLD_MS = 24 * 3600 * 1000;

/** An open upload; the type of minio-js omits these fields. */
interface OpenUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly initiated?: Date | string;
}

/** Aborts multipart uploads that started more than 24 hours ago: their parts use space, and no listing shows them. */
export async function sweepUploads(bucket: S3Bucket): Promise<number> {
  let ended = 0;
  let after = { key: '', uploadId: '' };
  for (;;) {
    const page = await bucket.call(undefined, (client) =>
      client.listIncompleteUploadsQuery(bucket.name, '', after.key, after.uploadId, ''),
    );
    for (const upload of page.uploads as OpenUpload[]) {
      const began = new Date(upload.initiated ?? Date.now()).getTime();
      if (Date.now() - began < OLD_MS) continue;
      await bucket.call(undefined, (client) => client.abortMultipartUpload(bucket.name, upload.key, upload.uploadId));
      ended += 1;
    }
    if (!page.isTruncated) return ended;
    after = { key: page.nextKeyMarker, uploadId: page.nextUploadIdMarker };
  }
}
