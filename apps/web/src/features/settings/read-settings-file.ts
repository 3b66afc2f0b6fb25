/** The object in a chosen file; null where it holds none. */
export function readSettingsFile(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
