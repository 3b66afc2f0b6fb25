import { startS3 } from '#libs/testkit';
import { ApiHouse } from './api-house.js';

/** What storage can be; specs of both are written once. */
export const DRIVERS = ['file', 's3'] as const;
export type Driver = (typeof DRIVERS)[number];

type Options = Omit<NonNullable<Parameters<typeof ApiHouse.start>[0]>, 's3'>;

/** Starts an api on a folder, or on a bucket of its own; `stop` ends both. */
export async function houseOn(
  driver: Driver,
  options: Options = {},
): Promise<{ readonly house: ApiHouse; readonly stop: () => Promise<void> }> {
  const server = driver === 's3' ? await startS3() : null;
  const house = await ApiHouse.start({
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
    house,
    stop: async () => {
      await house.stop();
      await server?.stop();
    },
  };
}
