/** A URL of a playlist: a line of its own, or an attribute `URI`. A gap has no URL, but a line `missing`. */
const URL_IN_PLAYLIST = /^(?!#|missing$).+$|(?<=[:,]URI=")[^"]+(?=")/gm;

/**
 * Appends signatures to the URLs of a playlist.
 * @param folder of the playlist below `/`, with a slash at its end
 * @param queryOf returns the query for a path; all paths of one folder of the VOD have the same
 */
export function signedText(text: string, folder: string, queryOf: (path: string) => string): string {
  const queries = new Map<string, string>();
  return text.replaceAll(URL_IN_PLAYLIST, (url) => {
    const kind = url.startsWith('../') ? url.slice(0, 5) : url.slice(0, 2);
    const query = queries.get(kind) ?? queryOf(new URL(url, `http://vod${folder}`).pathname);
    queries.set(kind, query);
    return url + query;
  });
}
