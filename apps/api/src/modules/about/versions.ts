const numbers = (version: string): number[] => (/^\d+(\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);

/** Whether a version (`5.1.6-0+deb12u1`) is `minVersion` or newer. Ignores the text after the numbers. */
export function isAtLeast(version: string, minVersion: string): boolean {
  const [have, want] = [numbers(version), numbers(minVersion)];
  const at = want.findIndex((n, i) => n !== (have[i] ?? 0));
  return at === -1 || (have[at] ?? 0) > (want[at] ?? 0);
}
