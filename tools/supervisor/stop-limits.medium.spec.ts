import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDER_STOP_MS } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { STOP_LIMIT_MS } from './installation-services.js';
import { repositoryRoot } from './root.js';
import { SILENT_LIMIT_MS } from './silent-limit.js';

const compose = (): string => readFileSync(join(repositoryRoot(), 'deploy/compose.yaml'), 'utf8');

/** Reads a limit in seconds from a file. @returns the limit in ms; NaN if the pattern does not match */
const limitIn = (file: string, pattern: RegExp): number =>
  Number(pattern.exec(readFileSync(join(repositoryRoot(), file), 'utf8'))?.[1]) * 1000;

it.each([
  ['the supervisor', STOP_LIMIT_MS.recorder],
  ['compose', limitIn('deploy/compose.yaml', /\n {2}recorder:\n(?: {4}.*\n)*? {4}stop_grace_period: (\d+)s/)],
  ['Kubernetes', limitIn('k8s/base/recorder.yaml', /terminationGracePeriodSeconds: (\d+)/)],
])('%s gives a recorder enough time to stop by itself', (_who, limitMs) => {
  expect(limitMs).toBeGreaterThanOrEqual(RECORDER_STOP_MS);
});

it.each(['api', 'recorder', 'recorder-isolated', 'converter', 'exporter'])(
  'integrity-13 Kubernetes ends a silent %s after the same time as the supervisor',
  (service) => {
    const probe = (name: string): number =>
      limitIn(`k8s/base/${service}.yaml`, new RegExp(`livenessProbe:\\n(?: {12}.*\\n)*? {12}${name}: (\\d+)`));
    expect((probe('periodSeconds') * probe('failureThreshold')) / 1000).toBe(SILENT_LIMIT_MS);
    expect(probe('timeoutSeconds')).toBe(probe('periodSeconds'));
  },
);

it('integrity-13 compose has the isolated recorders that its api counts on, each with a number and a name of its own', () => {
  const count = Number(/VODKEEP_ISOLATED_RECORDERS: (\d+)/.exec(compose())?.[1]);
  const numbers = Array.from({ length: count }, (_, i) => String(i + 1));
  const found = (pattern: RegExp): string[] => [...compose().matchAll(pattern)].map(([, number = '']) => number);
  expect(count).toBeGreaterThanOrEqual(2);
  expect(found(/^ {2}recorder-isolated-(\d+):/gm)).toEqual(numbers);
  expect(found(/VODKEEP_NODE: recorder-isolated-(\d+)$/gm)).toEqual(numbers);
  expect(found(/VODKEEP_RECORDER_ISOLATED: (\d+)$/gm)).toEqual(numbers);
});

it('integrity-13 compose waits for its health check longer than a service may be silent', () => {
  expect(limitIn('deploy/compose.yaml', /check-container\.js"\]\n(?: {4}.*\n)*? {4}timeout: (\d+)s/)).toBeGreaterThan(
    SILENT_LIMIT_MS,
  );
});
