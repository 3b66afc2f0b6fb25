/** Folders of the media addresses (docs/reference/v0-api.md#media-addresses). */
const STORED_FILE = /^\/(vods|saved_vods|saved_clips)\/./;

interface Installation {
  readonly origin: string;
  readonly basepath: string;
}

/**
 * The address of a stored file of this installation that a link names; null if it leads anywhere else. Anyone can make
 * such a link, and what the page asks for has the login of its user, so no other address may be asked for.
 * @param address as the browser reads it: absolute, or below the root of the host
 */
export function storedFileAddress(address: string, { origin, basepath }: Installation): string | null {
  const url = URL.parse(address, origin);
  if (url?.origin !== origin || !url.pathname.startsWith(`${basepath}/`)) return null;
  return STORED_FILE.test(url.pathname.slice(basepath.length)) ? url.pathname + url.search : null;
}
