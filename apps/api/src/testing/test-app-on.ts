import { startS3 } from '#libs/testkit';
import { TestApp } from './test-app.js';

/** What storage can be; specs of both are written once. */
export const DRIVERS = ['file', 's3'] as const;
export type Driver = (typeof DRIVERS)[number];

type Options = Omit<NonNullable<Parameters<typeof TestApp.start>[0]>, 's3'>;

/** Starts an api on a folder, or on a bucket of its own; `stop` ends both. */
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
