declare global {
  interface Window {
    readonly __VODKEEP__?: { readonly basepath?: string };
  }
}

/**
 * The path prefix of the installation, without a trailing slash; `''` at the root. The gateway writes it into the page.
 */
export const BASEPATH = (window.__VODKEEP__?.basepath ?? baseOfPage()).replace(/\/+$/, '');

function baseOfPage(): string {
  const href = document.querySelector('base')?.href;
  return href === undefined ? '' : new URL(href).pathname;
}

/** Address of a path for links and media: adds the basepath unless the path has it already. */
export function siteUrl(path: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return path;
  return BASEPATH !== '' && (path === BASEPATH || path.startsWith(`${BASEPATH}/`))
    ? path
    : BASEPATH + (path.startsWith('/') ? path : `/${path}`);
}

/** Whether an address may become a link: only http and https, because a user typed the channel's address. */
export const isWeb = (url: string): boolean => /^https?:\/\//i.test(url);
