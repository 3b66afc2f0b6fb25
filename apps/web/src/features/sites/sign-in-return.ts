import { isSiteKind, SIGN_IN_FAULTS, type SignInFault, type SiteKind } from '#libs/contracts';

/**
 * The result of a sign-in at a site, from the address to which the server redirects the browser. Anybody may write a link
 * to such an address, so the page shows no text of it.
 */
export type SignInReturn =
  | { readonly ok: true; readonly site: SiteKind }
  | { readonly ok: false; readonly fault: SignInFault };

/** @returns null if the address contains no result */
export function readReturn(query: URLSearchParams): SignInReturn | null {
  const code = query.get('sign_in_error');
  if (code !== null) return { ok: false, fault: SIGN_IN_FAULTS.find((fault) => fault === code) ?? 'failed' };
  const kind = query.get('signed_in');
  return kind !== null && isSiteKind(kind) ? { ok: true, site: kind } : null;
}
