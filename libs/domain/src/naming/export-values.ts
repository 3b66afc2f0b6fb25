import { type EXPORT_VARIABLES } from '#libs/contracts';
import { type NamedVod, type NameFormat, vodValues } from './vod-values.js';

/**
 * Properties of an export in addition to those of its VOD. `resolution`: of the picture (`1080p`), empty without one.
 */
export interface NamedExport extends NamedVod {
  readonly comment: string | null;
  readonly resolution: string;
}

/**
 * Values of all variables of an export's title and directory. The templates of these settings are validated already;
 * the exports that use them are not implemented yet.
 */
export function exportValues(
  vod: NamedExport,
  format: NameFormat,
): Readonly<Record<(typeof EXPORT_VARIABLES)[number], string | null>> {
  const {
    login,
    internalName,
    displayName,
    title,
    date,
    year,
    month,
    day,
    id,
    season,
    episode,
    absolute_season,
    absolute_episode,
  } = vodValues(vod, format);
  return {
    login,
    internalName,
    displayName,
    title,
    date,
    year,
    month,
    day,
    id,
    season,
    episode,
    absolute_season,
    absolute_episode,
    stream_number: vod.numbers ? String(vod.numbers.number) : null,
    comment: vod.comment,
    resolution: vod.resolution,
  };
}
