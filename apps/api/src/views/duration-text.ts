/**
 * Formats a duration as hh:mm:ss.
 * @param totalS seconds; a negative value gets a minus sign
 */
export function durationText(totalS: number): string {
  const [sign, s] = [totalS < 0 ? '-' : '', Math.abs(Math.round(totalS))];
  return (
    sign + [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((n) => String(n).padStart(2, '0')).join(':')
  );
}
