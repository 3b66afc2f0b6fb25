/** A media address decoded once, as the library knows it; null for anything that could walk elsewhere or is not text. */
export function mediaPath(urlPath: string): string | null {
  let path: string;
  try { path = decodeURIComponent(urlPath); } catch { return null; }
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\\]/.test(path)) return null;
  const parts = path.split('/').slice(1);
  return parts.some((part) => part === '' || part === '.' || part === '..') ? null : path;
}
