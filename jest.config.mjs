import { SWC_OPTIONS } from './tools/jest/swc-options.mjs';

const { jsc } = SWC_OPTIONS;
/** @param {boolean} tsx */
const swc = (tsx) => [
  '@swc/jest',
  {
    ...SWC_OPTIONS,
    // Beside the code, where only a failure reads them: inside they are two thirds of what each spec loads.
    sourceMaps: true,
    jsc: {
      ...jsc,
      parser: { ...jsc.parser, tsx },
      transform: { ...jsc.transform, react: { runtime: 'automatic' } },
    },
  },
];
const base = {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools'],
  testEnvironment: '<rootDir>/tools/jest/native-environment.cjs',
  testRunner: '<rootDir>/tools/jest/native-runner.cjs',
  // The default is in TMPDIR, which `npm test` empties.
  cacheDirectory: '<rootDir>/.cache/jest',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
  moduleFileExtensions: ['ts', 'tsx', 'mjs', 'js', 'cjs', 'json', 'node'],
};

const withPostgres = {
  globalSetup: '<rootDir>/tools/jest/postgres-of-run.cjs',
  globalTeardown: '<rootDir>/tools/jest/end-of-run.cjs',
};

/** Small specs touch memory only; medium specs may use real Postgres, nats-server, S3 server and ffmpeg. */
export default {
  workerIdleMemoryLimit: '512MB',
  projects: [
    {
      ...base,
      displayName: 'small',
      testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
      testPathIgnorePatterns: ['/node_modules/', '\\.(medium|long)\\.spec\\.ts$', '/apps/web/e2e/'],
    },
    {
      ...base,
      displayName: 'medium',
      ...withPostgres,
      testMatch: ['**/*.medium.spec.ts'],
    },
    // Not part of `npm test`: minutes each. `npm test -- long`.
    { ...base, displayName: 'long', ...withPostgres, testMatch: ['**/*.long.spec.ts'] },
  ],
};
