import { type S3Bucket } from './s3-bucket.js';

const OLD_MS = 24 * 3600 * 1000;

/** What the type of minio-js leaves out of an open upload. */
interface OpenUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly initiated?: Date | string;
}

/** Ends multipart uploads that began more than 24 hours ago: their parts cost space and no listing shows them. */
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
