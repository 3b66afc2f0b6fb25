import { type Request } from 'express';

/**
 * Whether the caller's page is on https. A proxy that is not trusted may still end TLS before us: then the browser's
 * own word counts, which can mislead nobody but itself.
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
