/** Offers a file made by this page as a download. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Parses a chosen file; null if it contains no object. */
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
