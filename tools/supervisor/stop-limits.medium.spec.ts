import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HAND_OVER_MS } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { STOP_LIMIT_MS } from './installation-services.js';
import { repositoryRoot } from './root.js';

/** @returns the first whole number of seconds that the pattern finds, as ms; NaN when there is none */
const limitIn = (file: string, pattern: RegExp): number =>
  Number(pattern.exec(readFileSync(join(repositoryRoot(), file), 'utf8'))?.[1]) * 1000;

it.each([
  ['the supervisor', STOP_LIMIT_MS.recorder],
  ['compose', limitIn('deploy/compose.yaml', /\n {2}recorder:\n(?: {4}.*\n)*? {4}stop_grace_period: (\d+)s/)],
  ['Kubernetes', limitIn('k8s/base/recorder.yaml', /terminationGracePeriodSeconds: (\d+)/)],
])('%s kills no recorder before its hand-over may be over', (_who, limitMs) => {
  expect(limitMs).toBeGreaterThan(HAND_OVER_MS);
});
