const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** How long a child that ended by itself stays down: 0.5 s after its first failure in a row, doubling up to 30 s. */
export const backOffMs = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, Math.min(failures, 16) - 1));
