import { type CLIP_VARIABLES } from '#libs/contracts';
import { firstPlace, type VodPlace } from './vod-place.js';
import { fileDate } from './vod-values.js';

/**
 * What the name of a clip may tell. `quality` as chosen, `720p60`; `creator` who cut it, `broadcaster` whose channel it
 * is from.
 */
export interface NamedClip {
  readonly id: string;
  readonly quality: string;
  readonly createdAt: Date;
  readonly title: string;
  readonly creator: string;
  readonly broadcaster: string;
}

/** v0's default. */
export const DEFAULT_CLIP_TEMPLATE = '{broadcaster} - {title} [{id}] [{quality}]';

/** Values of all variables of a clip's name. */
export const clipValues = ({
  id,
  quality,
  createdAt,
  title,
  creator,
  broadcaster,
}: NamedClip): Readonly<Record<(typeof CLIP_VARIABLES)[number], string>> => ({
  id,
  quality,
  clip_date: fileDate(createdAt),
  title,
  creator,
  broadcaster,
});

/** What a clip is called by a template, without an ending, and its folder below that of its source; never empty. */
export const clipPlace = (template: string, clip: NamedClip): VodPlace =>
  firstPlace([template, DEFAULT_CLIP_TEMPLATE], clipValues(clip), { otherwise: 'clip' });
