/**
 * A media address decoded once, as the library knows it; null for anything that could walk elsewhere or is not text.
 */
export function mediaPath(urlPath: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  if (/[\p{Cc}\\]/u.test(path)) return null;
  const parts = path.split('/').slice(1);
  return parts.some((part) => part === '' || part === '.' || part === '..') ? null : path;
}
