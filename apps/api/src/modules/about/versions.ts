const numbers = (version: string): number[] => (/^\d+(\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);

/** Whether a version (`5.1.6-0+deb12u1`) is that of `least` or newer; what stands behind the numbers does not count. */
export function isAtLeast(version: string, least: string): boolean {
  const [have, want] = [numbers(version), numbers(least)];
  const at = want.findIndex((n, i) => n !== (have[i] ?? 0));
  return at === -1 || (have[at] ?? 0) > (want[at] ?? 0);
}
