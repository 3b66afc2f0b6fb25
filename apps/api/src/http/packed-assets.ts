import { type NextFunction, type Request, type Response } from 'express';

const YEAR_S = 31_536_000;
/** Vite adds a content hash to every file name in assets/. */
export const ASSET_CACHING = `public, max-age=${YEAR_S}, immutable`;

/** A name that the build made, so there is nothing to decode in it. */
const SCRIPT_OR_STYLE = /^\/assets\/[\w-]+\.(js|css)$/;
const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;
/** What the build writes beside each of them (apps/web/vite.config.mjs); the smaller one first. */
const COPIES = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

/**
 * Answers requests for scripts and styles with the copies that the build compressed, because compressing the files of a
 * page for each visitor takes a fifth of a second of CPU. Without a copy, the next handler answers.
 */
export function servePackedAssets(webDir: string) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const extension = SCRIPT_OR_STYLE.exec(req.path)?.[1];
    const copy = COPIES.find(({ encoding }) => req.acceptsEncodings(encoding) !== false);
    if (!isExtension(extension) || copy === undefined || !['GET', 'HEAD'].includes(req.method)) {
      next();
      return;
    }
    res.vary('Accept-Encoding');
    const headers = {
      'Cache-Control': ASSET_CACHING,
      'Content-Encoding': copy.encoding,
      'Content-Type': TYPES[extension],
    };
    res.sendFile(req.path + copy.suffix, { root: webDir, cacheControl: false, headers }, (fault?: Error) => {
      if (fault !== undefined && !res.headersSent) next();
    });
  };
}

const isExtension = (text: string | undefined): text is keyof typeof TYPES => text !== undefined && text in TYPES;
