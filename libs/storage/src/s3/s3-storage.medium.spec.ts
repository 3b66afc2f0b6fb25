import { startS3 } from '#libs/testkit';
import { expect, it } from '@jest/globals';
import { describeStorage } from '../storage.conformance.js';
import { openStorage, type S3Settings } from '../index.js';
import { S3Bucket } from './s3-bucket.js';

describeStorage('s3', async () => {
  const server = await startS3();
  const { endpoint, region, bucket, accessKey, secretKey } = server;
  const settings: S3Settings = {
    kind: 's3',
    endpoint,
    region,
    bucket,
    accessKey,
    secretKey,
    partSizeBytes: 5 * 1024 * 1024,
  };
  const storage = await openStorage(settings);
  const reader = new S3Bucket(settings);
  return {
    storage,
    settings,
    goAway: () => server.kill(),
    comeBack: () => server.restart(),
    leftovers: async () =>
      (await reader.call(undefined, (client) => client.listIncompleteUploadsQuery(bucket, '', '', '', ''))).uploads
        .length,
    close: async () => {
      reader.close();
      await storage.close();
      await server.stop();
    },
  };
});

it('creates a missing bucket at the first check', async () => {
  const server = await startS3();
  const storage = await openStorage({
    kind: 's3',
    endpoint: server.endpoint,
    region: server.region,
    bucket: 'not-there-yet',
    accessKey: server.accessKey,
    secretKey: server.secretKey,
  });
  try {
    await storage.check();
    await storage.put('a', Buffer.from('x'));
    expect((await storage.head('a'))?.sizeBytes).toBe(1);
  } finally {
    await storage.close();
    await server.stop();
  }
});

it('distinguishes a bucket from before storage ids from an unused one, and creates none if another id is required', async () => {
  const server = await startS3();
  const of = (bucket: string) =>
    openStorage({
      kind: 's3',
      endpoint: server.endpoint,
      region: server.region,
      bucket,
      accessKey: server.accessKey,
      secretKey: server.secretKey,
    });
  const [storage, missing] = [await of(server.bucket), await of('missing')];
  try {
    expect([await storage.find(), await missing.find()]).toEqual([{ kind: 'none' }, { kind: 'none' }]);
    await storage.put('vods/1/a', Buffer.from('x'));
    expect(await storage.find()).toEqual({ kind: 'unnamed' });
    const id = await storage.claim();
    expect(await storage.find()).toEqual({ kind: 'named', id });
    missing.requireIdentity(id);
    await expect(missing.check()).rejects.toMatchObject({
      code: 'storage-away',
      message: expect.stringContaining('(bucket missing) does not belong to this installation'),
    });
    missing.requireIdentity(null);
    expect(await missing.find()).toEqual({ kind: 'none' });
  } finally {
    await storage.close();
    await missing.close();
    await server.stop();
  }
});
