import type { SiteExchange } from '../site.js';

/** Usher's own error responses (docs/reference/twitch.md#usher). */
const ERRORS = {
  transcode_does_not_exist: { status: 404, error: 'transcode does not exist' },
  content_geoblocked: { status: 403, error: 'Content Restricted In Region' },
  unauthorized_entitlements: { status: 403, error: 'Unauthorized Entitlements' },
  vod_manifest_restricted: { status: 403, error: 'Manifest is restricted' },
  nauth_token_expired: { status: 403, error: 'nauth token expired' },
  invalid_signature: { status: 403, error: 'invalid signature' },
  invalid_channel: { status: 403, error: 'token is for another channel' },
} as const;
export type UsherErrorCode = keyof typeof ERRORS;

/** Sends a JSON array with one error. */
export function sendUsherError({ response, url }: SiteExchange, code: UsherErrorCode): void {
  const { status, error } = ERRORS[code];
  const body = Buffer.from(
    JSON.stringify([{ url: `${url.origin}${url.pathname}`, error, error_code: code, type: 'error' }]),
  );
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': body.length,
      'access-control-allow-origin': '*',
    })
    .end(body);
}
