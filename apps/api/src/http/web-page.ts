import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NextFunction, type Request, type Response } from 'express';

const MARK = '<!--vodkeep-->';
/**
 * Below these there is never the page: an address that finds nothing there is a 404. In any case of letters, as Express
 * finds routes.
 */
const NOT_PAGES = /^\/(api|cache|vods|saved_vods|saved_clips|socket|assets)(\/|$)/i;

export interface WebPage {
  readonly html: string;
  /** CSP sources of the inline script. */
  readonly scriptHashes: readonly string[];
}

/** The built page with its basepath and facts put in, or null where nothing was built. */
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

/**
 * Field by field: what is given may hold more (the configuration holds the first password), and the page is read by
 * anybody.
 */
export function injectConfig(built: string, config: { readonly basepath: string; readonly version: string }): WebPage {
  const script = `window.__VODKEEP__=${JSON.stringify({ basepath: config.basepath, version: config.version }).replaceAll('<', '\\u003c')}`;
  const hash = createHash('sha256').update(script).digest('base64');
  const base = `${config.basepath}/`.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return {
    html: built.replace(MARK, () => `<base href="${base}"><script>${script}</script>`),
    scriptHashes: [`'sha256-${hash}'`],
  };
}

/**
 * Whether an address that no file has is a page of the single-page app. A script or picture that is missing is not. The
 * root is, for anybody: probes that watch whether a site is up take what they get.
 */
export const isPageAddress = (method: string, path: string, accept: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !NOT_PAGES.test(path) &&
  (wantsHtml(accept) || (path === '/' && accept !== undefined));

const wantsHtml = (accept: string | undefined): boolean => accept?.includes('text/html') === true;

/** Answers every page address with the one page; never cached, since it names the assets of this build. */
export function servePage(page: WebPage | null) {
  return (req: Request, res: Response, next: NextFunction): void => {
    if (!page || !isPageAddress(req.method, req.path, req.get('accept'))) {
      next();
      return;
    }
    res.set({ 'Cache-Control': 'no-cache', 'Content-Type': 'text/html; charset=utf-8' }).send(page.html);
  };
}
