import { type Request } from 'express';

/**
 * Whether the caller's page uses https. If an untrusted proxy ends TLS, the browser's own headers decide. A caller can
 * only deceive itself with them.
 */
export function isHttps(req: Pick<Request, 'secure' | 'headers'>): boolean {
  if (req.secure) return true;
  return [req.headers.origin, req.headers.referer].some(
    (from) =>
      from !== undefined &&
      URL.canParse(from) &&
      new URL(from).protocol === 'https:' &&
      new URL(from).host === req.headers.host,
  );
}
