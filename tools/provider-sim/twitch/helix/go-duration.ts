/** Seconds as Helix writes the length of a video: `3h8m33s`, `21m9s`, `45s` (protocols.md 1.3). */
export function goDuration(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  if (h > 0) return `${String(h)}h${String(m)}m${String(s)}s`;
  return m > 0 ? `${String(m)}m${String(s)}s` : `${String(s)}s`;
}
