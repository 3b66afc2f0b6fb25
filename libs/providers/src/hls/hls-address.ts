import { UserError } from '#libs/errors';
import { message, type OwnMessage } from '#libs/messages';
import { suggestName } from './suggest-name.js';

export interface HlsAddress {
  readonly sourceUrl: string;
  readonly sourceId: string;
  readonly authorization: string | null;
  readonly suggestedName: string;
}

/** The form field that contains the address. */
type Field = 'url' | 'source_id';
const onField = (path: Field, fault: OwnMessage) => new UserError(fault, { fields: [{ path, message: fault }] });

/**
 * Parses a pasted playlist address. User info becomes a Basic header (RFC 7617) and is removed from the address. Scheme
 * and host are normalized, so that different spellings of an address give the same channel.
 * @throws UserError `source-unreachable` on `field`: it is not an http(s) address, or its login is not percent-encoded
 *   correctly
 */
export function readHlsAddress(pasted: string, field: Field = 'url'): HlsAddress {
  const url = parse(pasted.trim(), field);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw onField(field, message('error.source-unreachable.no-web-address'));
  const authorization =
    url.username === '' && url.password === ''
      ? null
      : `Basic ${Buffer.from(`${unescaped(url.username, field)}:${unescaped(url.password, field)}`).toString('base64')}`;
  url.username = '';
  url.password = '';
  url.hash = '';
  return { sourceUrl: url.href, sourceId: foldLoopback(url), authorization, suggestedName: suggestName(url) };
}

function unescaped(part: string, field: Field): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw onField(field, message('error.source-unreachable.login-escape'));
  }
}

/** Treats all names of the local machine as the same server. */
function foldLoopback(url: URL): string {
  const folded = new URL(url.href);
  if (folded.hostname === 'localhost' || folded.hostname === '[::1]') folded.hostname = '127.0.0.1';
  return folded.href;
}

function parse(text: string, field: Field): URL {
  const url = URL.parse(text) ?? null;
  if (url && url.hostname !== '') return url;
  throw onField(field, message('error.source-unreachable.no-address'));
}
