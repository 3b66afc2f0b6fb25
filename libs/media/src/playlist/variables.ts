import { message } from '#libs/messages';
import { PlaylistError } from './playlist-syntax.js';

/** Names and values of EXT-X-DEFINE, which a master playlist passes to its media playlists. */
export type Variables = ReadonlyMap<string, string>;
export const NO_VARIABLES: Variables = new Map();

const REFERENCE = /\{\$([A-Za-z0-9_-]+)\}/g;

/**
 * Replaces each `{$name}` by its value. Returns the text unchanged if nothing is defined, since the addresses of
 * servers without variables may contain such characters.
 * @throws PlaylistError `undefined-variable`: at least one variable is defined, but not this one. Source: RFC 8216bis
 *   section 4.3.
 */
export function substitute(text: string, variables: Variables): string {
  if (variables.size === 0 || !text.includes('{$')) return text;
  return text.replace(REFERENCE, (_whole, name: string) => {
    const value = variables.get(name);
    if (value === undefined) throw new PlaylistError(message('error.undefined-variable', { name }));
    return value;
  });
}

interface Scope {
  readonly imported: Variables;
  readonly baseUrl: string;
}

/**
 * Returns the variable that one EXT-X-DEFINE tag adds: NAME+VALUE, IMPORT from the master playlist, or QUERYPARAM of
 * the playlist's own address.
 * @throws PlaylistError `undefined-variable`: the imported variable or query parameter does not exist
 */
export function defined(
  attributes: ReadonlyMap<string, string>,
  { imported, baseUrl }: Scope,
): readonly [string, string] | null {
  const name = attributes.get('NAME');
  if (name !== undefined) return [name, attributes.get('VALUE') ?? ''];
  const wanted = attributes.get('IMPORT');
  if (wanted !== undefined) return [wanted, orThrow(imported.get(wanted), wanted)];
  const param = attributes.get('QUERYPARAM');
  if (param === undefined) return null;
  return [param, orThrow(queryValue(baseUrl, param), param)];
}

/** Unlike in a form, a plus sign means itself: tokens in Base64 contain it. */
function queryValue(url: string, param: string): string | undefined {
  const search = URL.parse(url)?.search.replaceAll('+', '%2B') ?? '';
  return new URLSearchParams(search).get(param) ?? undefined;
}

function orThrow(value: string | undefined, name: string): string {
  if (value === undefined) throw new PlaylistError(message('error.undefined-variable.elsewhere', { name }));
  return value;
}
