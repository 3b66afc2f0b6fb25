/** A media URL decoded once, as the library uses it; null if it could leave the folder or is not valid text. */
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
