/** Deletes the oldest entries of a map or set, in the order of insertion, until at most `most` are left. */
export function keepNewest<T>(entries: Map<T, unknown> | Set<T>, most: number): void {
  for (const old of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(old);
  }
}
