import { startS3 } from '#libs/testkit';
import { TestApp } from './test-app.js';

/** The storage drivers; specs run on both. */
export const DRIVERS = ['file', 's3'] as const;
export type Driver = (typeof DRIVERS)[number];

type Options = Omit<NonNullable<Parameters<typeof TestApp.start>[0]>, 's3'>;

/** Starts an API on a folder or on a bucket of its own; `stop` stops the API and the bucket's server. */
export async function testAppOn(
  driver: Driver,
  options: Options = {},
): Promise<{ readonly app: TestApp; readonly stop: () => Promise<void> }> {
  const server = driver === 's3' ? await startS3() : null;
  const app = await TestApp.start({
    ...options,
    s3: server
      ? {
          kind: 's3',
          endpoint: server.endpoint,
          region: server.region,
          bucket: server.bucket,
          accessKey: server.accessKey,
          secretKey: server.secretKey,
        }
      : undefined,
  });
  return {
    app,
    stop: async () => {
      await app.stop();
      await server?.stop();
    },
  };
}
