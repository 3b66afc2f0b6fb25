/**
 * A broadcast has a second VOD, and more, when it goes on after the segments of the first were given up: each under the
 * broadcast's id with a number.
 */
export const numberedStreamId = (broadcast: string, n: number): string => (n === 1 ? broadcast : `${broadcast}~${n}`);

/** The site's id of the broadcast that a VOD's `streamId` belongs to. */
export const broadcastOf = (streamId: string): string => streamId.split('~')[0] ?? '';

/** What of a video was asked for, ms from its start; `toMs` null: to its end. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** Empty for all of a video. */
export const stretchText = ({ fromMs, toMs }: Stretch): string =>
  fromMs === 0 && toMs === null ? '' : `_${fromMs / 1000}-${toMs === null ? '' : toMs / 1000}`;

/**
 * Begins what stands behind the broadcast in the `streamId` of a VOD that was made of a site's video; a stretch of the
 * video follows, as {@link stretchText}.
 */
export const videoMark = (videoId: string): string => `~vod_${videoId}`;

/** What of a video a VOD was made of. @returns all, for one that was made of no video */
export function stretchOf({
  streamId,
  download,
}: {
  readonly streamId: string;
  readonly download: { readonly videoId: string } | null;
}): Stretch {
  const [, behind = ''] = download === null ? [] : streamId.split(videoMark(download.videoId));
  const [, from = '0', to = ''] = /^_([\d.]+)-([\d.]*)/.exec(behind) ?? [];
  return { fromMs: Math.round(Number(from) * 1000), toMs: to === '' ? null : Math.round(Number(to) * 1000) };
}
