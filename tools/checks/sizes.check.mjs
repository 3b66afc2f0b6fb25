import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from './source-files.mjs';

/** Goals, not limits (lint holds the limits): half of the files up to 60 lines, nine of ten up to 160. */
const GOAL = { p50: 60, p90: 160 };

/** @param {readonly number[]} sizes @param {number} share 0 to 1 */
export const quantile = (sizes, share) =>
  [...sizes].sort((a, b) => a - b)[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] ?? 0;

/** @type {import('./check.mjs').Check} */
export const sizesCheck = {
  name: 'sizes',
  run(root) {
    const sizes = filesOf(root, /\.(ts|tsx|mjs)$/)
      .filter((file) => !/\.spec\./.test(file))
      .map((file) => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1);
    const [p50, p90] = [quantile(sizes, 0.5), quantile(sizes, 0.9)];
    const faults =
      p50 > GOAL.p50 || p90 > GOAL.p90
        ? [`half of the files have up to ${p50} lines (goal ${GOAL.p50}), nine of ten up to ${p90} (goal ${GOAL.p90})`]
        : [];
    return { summary: `${sizes.length} files, p50 ${p50} lines, p90 ${p90}`, faults };
  },
};
