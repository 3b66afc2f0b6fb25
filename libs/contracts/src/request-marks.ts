/**
 * Marks every HTTP request that Vodkeep itself sends, except to its own storage. Vodkeep's API refuses such requests: an
 * address that a source names must not be called with the rights of a caller on this machine. No source can remove the
 * header, since each hop of a redirect is a new request of the same client.
 */
const OWN_REQUEST_HEADER = 'x-vodkeep-fetch';
export const OWN_REQUEST_HEADERS = { [OWN_REQUEST_HEADER]: '1' } as const;

/** Whether Vodkeep itself sent this request. A caller who forges the header only loses rights. */
export const isOwnRequest = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers[OWN_REQUEST_HEADER] !== undefined;

/**
 * A header that shows that a script sends a request on purpose: a page of another site cannot send it, because Vodkeep
 * allows no other origin to (fetch.spec.whatwg.org/#cors-preflight-fetch). GETs that change something need such a sign.
 */
export const SCRIPT_HEADER = 'x-vodkeep';
