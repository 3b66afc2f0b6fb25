import { type CLIP_VARIABLES } from '#libs/contracts';
import { fileDate } from './vod-values.js';

/** What the name of a clip may tell. `quality` as chosen, `720p60`; `creator` who cut it, `broadcaster` whose channel it is from. */
export interface NamedClip { readonly id: string; readonly quality: string; readonly createdAt: Date; readonly title: string; readonly creator: string; readonly broadcaster: string }

/** Values of all variables of a clip's name (server-behaviour 1.4). */
export const clipValues = ({ id, quality, createdAt, title, creator, broadcaster }: NamedClip): Readonly<Record<(typeof CLIP_VARIABLES)[number], string>> => ({ id, quality, clip_date: fileDate(createdAt), title, creator, broadcaster });
