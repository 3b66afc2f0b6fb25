const two = (n: number): string => String(n).padStart(2, '0');

/**
 * Formats the file time (ms) of a message: `4:07`, `1:02:03`; before the first frame `-0:05`. Independent of the
 * locale, because a decimal comma would break parsers of the text.
 */
export function timeText(atMs: number): string {
  const s = Math.floor(Math.abs(atMs) / 1000);
  const sign = atMs < 0 && s > 0 ? '-' : '';
  const hours = Math.floor(s / 3600);
  return (
    sign +
    (hours > 0
      ? `${String(hours)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
      : `${String(Math.floor(s / 60))}:${two(s % 60)}`)
  );
}
