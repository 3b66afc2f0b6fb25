/**
 * The `streamId` of a broadcast's `n`th VOD. A broadcast gets a further VOD if it continues after the segments of the
 * previous one were given up; its id is then the broadcast's id with a number.
 */
export const numberedStreamId = (broadcast: string, n: number): string => (n === 1 ? broadcast : `${broadcast}~${n}`);

/** The site's id of the broadcast that a VOD's `streamId` belongs to. */
export const broadcastOf = (streamId: string): string => streamId.split('~')[0] ?? '';

/** The requested range of a video, ms from its start; `toMs` null: to its end. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** The text form of a range; empty for the whole video. */
export const stretchText = ({ fromMs, toMs }: Stretch): string =>
  fromMs === 0 && toMs === null ? '' : `_${fromMs / 1000}-${toMs === null ? '' : toMs / 1000}`;

/**
 * Suffix after the broadcast in the `streamId` of a VOD made from a site's video. If only a range was downloaded,
 * {@link stretchText} follows.
 */
export const videoMark = (videoId: string): string => `~vod_${videoId}`;

/**
 * The range of a video that a VOD was made from.
 * @returns the whole range if the VOD was not made from a video
 */
export function stretchOf({
  streamId,
  download,
}: {
  readonly streamId: string;
  readonly download: { readonly videoId: string } | null;
}): Stretch {
  const [, suffix = ''] = download === null ? [] : streamId.split(videoMark(download.videoId));
  const [, from = '0', to = ''] = /^_([\d.]+)-([\d.]*)/.exec(suffix) ?? [];
  return { fromMs: Math.round(Number(from) * 1000), toMs: to === '' ? null : Math.round(Number(to) * 1000) };
}
