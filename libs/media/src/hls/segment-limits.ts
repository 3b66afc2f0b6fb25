/** Bits per second that no stream exceeds, with room for wrong lengths: UHD has 40 Mbit/s. */
const MAX_BITRATE = 200e6;
const ALWAYS_BYTES = 32 * 1024 * 1024;

const clamp = (n: number, least: number, most: number): number => Math.min(most, Math.max(least, n));

/**
 * What one attempt at a segment may take. The attempt ends if the server is silent for two segments: a window is only a
 * few segments long.
 * @param durMs length of such segments, ms
 * @param most `bodyMs`: time for the whole body, ms; `maxBytes`: for a segment of any length
 */
export function limitsOf(
  durMs: number,
  most: { readonly bodyMs?: number; readonly maxBytes: number },
): { readonly idleMs: number; readonly totalMs: number; readonly maxBytes: number } {
  return {
    idleMs: clamp(2 * durMs, 3000, 10_000),
    totalMs: most.bodyMs ?? clamp(5 * durMs, 30_000, 900_000),
    maxBytes: Math.min(most.maxBytes, Math.max(ALWAYS_BYTES, (MAX_BITRATE / 8) * (durMs / 1000))),
  };
}
