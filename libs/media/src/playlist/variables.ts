import { message } from '#libs/messages';
import { PlaylistError } from './playlist-syntax.js';

/** Names and values of EXT-X-DEFINE, which a master playlist passes to its media playlists. */
export type Variables = ReadonlyMap<string, string>;
export const NO_VARIABLES: Variables = new Map();

const REFERENCE = /\{\$([A-Za-z0-9_-]+)\}/g;
/** Characters that variables may add to one playlist: a few references to a long value would otherwise fill the memory. */
const MAX_ADDED = 8 * 1024 * 1024;

interface Scope {
  readonly imported: Variables;
  readonly baseUrl: string;
}

/** The variables of one playlist. Source: RFC 8216bis section 4.3. */
export class Definitions {
  readonly values = new Map<string, string>();
  private added = 0;

  constructor(private readonly scope: Scope) {}

  /**
   * Adds the variable of one EXT-X-DEFINE tag: NAME+VALUE, IMPORT from the master playlist, or QUERYPARAM of the
   * playlist's own address.
   * @throws PlaylistError `undefined-variable`: the imported variable or query parameter does not exist
   */
  define(attributes: ReadonlyMap<string, string>): void {
    const { imported, baseUrl } = this.scope;
    const name = attributes.get('NAME');
    if (name !== undefined) this.values.set(name, attributes.get('VALUE') ?? '');
    const wanted = attributes.get('IMPORT');
    if (wanted !== undefined) this.values.set(wanted, orThrow(imported.get(wanted), wanted));
    const param = attributes.get('QUERYPARAM');
    if (param !== undefined) this.values.set(param, orThrow(queryValue(baseUrl, param), param));
  }

  /**
   * Replaces each `{$name}` by its value. Returns the text unchanged if nothing is defined, since the addresses of
   * servers without variables may contain such characters.
   * @throws PlaylistError `undefined-variable`: at least one variable is defined, but not this one; `playlist-too-large`: the
   *   values add more than 8 MiB to the playlist
   */
  substitute(text: string): string {
    if (this.values.size === 0 || !text.includes('{$')) return text;
    return text.replace(REFERENCE, (_whole, name: string) => {
      const value = this.values.get(name);
      if (value === undefined) throw new PlaylistError(message('error.undefined-variable', { name }));
      this.added += value.length;
      if (this.added > MAX_ADDED)
        throw new PlaylistError(message('error.playlist-too-large.variables', { name, n: MAX_ADDED }));
      return value;
    });
  }
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
