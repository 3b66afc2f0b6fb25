import { loadServiceConfig, storageChoice } from './index.js';

const choice = (env: Record<string, string>) =>
  storageChoice(loadServiceConfig('exporter', env, { machine: { hostname: 'n' } }).storage);

it('returns only the settings of the chosen driver', () => {
  expect(choice({ VODKEEP_STORAGE_DIR: '/m' })).toEqual({ kind: 'file', rootDir: '/m', sync: 'batched' });
  expect(
    choice({
      VODKEEP_STORAGE: 's3',
      VODKEEP_S3_ENDPOINT: 'http://m:9000',
      VODKEEP_S3_ACCESS_KEY: 'a',
      VODKEEP_S3_SECRET_KEY: 'b',
    }),
  ).toEqual({
    kind: 's3',
    endpoint: 'http://m:9000',
    region: 'us-east-1',
    bucket: 'vodkeep',
    accessKey: 'a',
    secretKey: 'b',
  });
});
