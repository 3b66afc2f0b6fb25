const swc = [
  '@swc/jest',
  {
    // Beside the code, where only a failure reads them: inside they are two thirds of what each spec loads.
    sourceMaps: true,
    jsc: {
      parser: { syntax: 'typescript', decorators: true, tsx: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      target: 'es2023',
    },
    module: { type: 'es6' },
  },
];
const swcTs = ['@swc/jest', { ...swc[1], jsc: { ...swc[1].jsc, parser: { ...swc[1].jsc.parser, tsx: false } } }];
const base = {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools'],
  testEnvironment: 'node',
  // The default is in TMPDIR, which `npm test` empties.
  cacheDirectory: '<rootDir>/.cache/jest',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  resolver: '<rootDir>/tools/jest/resolver.cjs',
  transform: { '^.+\\.ts$': swcTs, '^.+\\.tsx$': swc },
  moduleFileExtensions: ['ts', 'tsx', 'mjs', 'js', 'cjs', 'json', 'node'],
};

/** Small specs touch memory only; medium specs may use real Postgres, nats-server, S3 server and ffmpeg. */
export default {
  workerIdleMemoryLimit: '512MB',
  projects: [
    {
      ...base,
      displayName: 'small',
      testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
      testPathIgnorePatterns: ['/node_modules/', '\\.medium\\.spec\\.ts$', '/e2e/'],
    },
    {
      ...base,
      displayName: 'medium',
      testMatch: ['**/*.medium.spec.ts'],
      setupFilesAfterEnv: ['<rootDir>/tools/jest/medium.setup.ts'],
      globalSetup: '<rootDir>/tools/jest/postgres-of-run.cjs',
      globalTeardown: '<rootDir>/tools/jest/end-of-run.cjs',
    },
  ],
};
