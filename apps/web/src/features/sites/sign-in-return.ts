/** The result of a sign-in at a site, from the address to which the server redirects the browser. */
export interface SignInReturn {
  readonly ok: boolean;
  /** The kind of the site, or the server's error text. */
  readonly text: string;
}

const MOST = 500;

/** @returns null if the address contains no result */
export function readReturn(query: URLSearchParams): SignInReturn | null {
  const fault = query.get('sign_in_error');
  if (fault !== null) return { ok: false, text: fault.slice(0, MOST) };
  const kind = query.get('signed_in');
  return kind === null ? null : { ok: true, text: kind.slice(0, MOST) };
}
