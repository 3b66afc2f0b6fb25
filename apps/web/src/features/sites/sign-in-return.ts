/** How signing in at a site went, as the address says that the server leads the browser back to. */
export interface SignInReturn {
  readonly ok: boolean;
  /** The site's kind, or what went wrong, in the server's words. */
  readonly text: string;
}

const MOST = 500;

/** @returns null where nobody comes back from a site */
export function readReturn(query: URLSearchParams): SignInReturn | null {
  const fault = query.get('sign_in_error');
  if (fault !== null) return { ok: false, text: fault.slice(0, MOST) };
  const kind = query.get('signed_in');
  return kind === null ? null : { ok: true, text: kind.slice(0, MOST) };
}
