import { type CLIP_VARIABLES } from '#libs/contracts';
import { firstPlace, type VodPlace } from './vod-place.js';
import { fileDate } from './vod-values.js';

/**
 * Properties for the name of a clip. `quality`: as chosen, `720p60`; `creator`: author of the clip; `broadcaster`:
 * owner of the channel.
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

/**
 * File name (without extension) and folder of a clip by a template; the folder is below that of its source. The name is
 * never empty.
 */
export const clipPlace = (template: string, clip: NamedClip): VodPlace =>
  firstPlace([template, DEFAULT_CLIP_TEMPLATE], clipValues(clip), { otherwise: 'clip' });
