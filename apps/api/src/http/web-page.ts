import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NextFunction, type Request, type Response } from 'express';

const PAGE_DATA_PLACEHOLDER = '<!--vodkeep-->';
/** Paths that never return the page: an unknown URL below them is a 404. Case-insensitive, as in Express. */
const NOT_PAGES = /^\/(api|cache|vods|saved_vods|saved_clips|socket|assets)(\/|$)/i;

export interface WebPage {
  readonly html: string;
  /** CSP sources of the page's inline script. */
  readonly scriptHashes: readonly string[];
}

/** The built page with basepath and version inserted; null if there is no build. */
export function readWebPage(
  webDir: string | null,
  config: { readonly basepath: string; readonly version: string },
): WebPage | null {
  if (webDir === null) return null;
  let built: string;
  try {
    built = readFileSync(join(webDir, 'index.html'), 'utf8');
  } catch {
    return null;
  }
  return injectConfig(built, config);
}

/** Copies field by field, because `config` may contain more (the first password), and anybody can read the page. */
export function injectConfig(built: string, config: { readonly basepath: string; readonly version: string }): WebPage {
  const script = `window.__VODKEEP__=${JSON.stringify({ basepath: config.basepath, version: config.version }).replaceAll('<', '\\u003c')}`;
  const hash = createHash('sha256').update(script).digest('base64');
  const base = `${config.basepath}/`.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return {
    html: built.replace(PAGE_DATA_PLACEHOLDER, () => `<base href="${base}"><script>${script}</script>`),
    scriptHashes: [`'sha256-${hash}'`],
  };
}

/**
 * Whether a URL without a file is a page of the single-page app. Missing scripts and images are not. The root is a page
 * for any Accept header, because uptime probes rarely accept HTML explicitly.
 */
export const isPageAddress = (method: string, path: string, accept: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !NOT_PAGES.test(path) &&
  (wantsHtml(accept) || (path === '/' && accept !== undefined));

const wantsHtml = (accept: string | undefined): boolean => accept?.includes('text/html') === true;

/** Answers every page URL with the single page. Never cached, because it refers to the assets of this build. */
export function servePage(page: WebPage | null) {
  return (req: Request, res: Response, next: NextFunction): void => {
    if (!page || !isPageAddress(req.method, req.path, req.get('accept'))) {
      next();
      return;
    }
    res.set({ 'Cache-Control': 'no-cache', 'Content-Type': 'text/html; charset=utf-8' }).send(page.html);
  };
}
