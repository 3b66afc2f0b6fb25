const UNITS = ['bytes', 'kB', 'MB', 'GB'];

/** A limit as the user reads it: `256 kB`. */
export function sizeText(bytes: number): string {
  const unit = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${String(bytes / 1024 ** unit)} ${UNITS[unit] ?? ''}`;
}
