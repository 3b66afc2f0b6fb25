import { type Vod } from '#libs/contracts';

/** A finished file of a VOD. `startS`, `endS`: its place in the media of the VOD, s. */
export interface PlayFile {
  readonly url: string;
  readonly startS: number;
  readonly endS: number;
}

export type PlaySource =
  | { readonly kind: 'playlist'; readonly url: string }
  | { readonly kind: 'files'; readonly files: readonly [PlayFile, ...PlayFile[]] };

/**
 * Sources, best first: the playlist (it grows, and plays at once), then the files of the recording, one after the other,
 * then those of the site's copy.
 * @param siteUrl adds the basepath to a path of the server
 */
export function sourcesOf(
  vod: Pick<Vod, 'playlist_url' | 'files'>,
  siteUrl: (url: string) => string,
): readonly PlaySource[] {
  const toPlayFile = ({ url, start_ms: start, end_ms: end }: Vod['files'][number]): PlayFile => ({
    url: siteUrl(url),
    startS: start / 1000,
    endS: end / 1000,
  });
  const isOfCopy = (f: Vod['files'][number]): boolean => f.is_copy;
  const files = [vod.files.filter((f) => !isOfCopy(f)), vod.files.filter(isOfCopy)].flatMap((list): PlaySource[] => {
    const [first, ...others] = list.map(toPlayFile);
    return first === undefined ? [] : [{ kind: 'files', files: [first, ...others] }];
  });
  return vod.playlist_url === null ? files : [{ kind: 'playlist', url: siteUrl(vod.playlist_url) }, ...files];
}

/** Identifies what a source plays. */
export const keyOf = (source: PlaySource): string =>
  source.kind === 'playlist' ? source.url : source.files.map(({ url }) => url).join('\n');

/** Whether playback is faster than the source grows, at its live position: it would stall at each new segment. */
export const isTooFast = (
  { playbackRate, currentTime }: Pick<HTMLVideoElement, 'playbackRate' | 'currentTime'>,
  live: number | null,
): boolean => live !== null && playbackRate > 1 && currentTime >= live;

/** Index of the file that plays at this position; before the first file the first one, in a hole the one before it. */
export function fileAt(files: readonly Pick<PlayFile, 'startS'>[], seconds: number): number {
  const next = files.findIndex(({ startS }) => startS > seconds);
  return next === -1 ? files.length - 1 : Math.max(0, next - 1);
}
