import { type CleanupPreview } from '#libs/contracts';
import { JsonText } from '../../http/json-text.js';
import { listText } from '../../http/list-text.js';
import { type Language } from '../../i18n/language.js';
import { tell } from '../../i18n/server-texts.js';
import { type Cleanup, type Going, type Spared } from './cleanup.service.js';

const DAY_MS = 86_400_000;

/** Display name of a channel by its uuid. */
type NameOf = (channelUuid: string) => string;

interface Reader {
  readonly nameOf: NameOf;
  readonly language: Language;
}

/** As the operator and the page read it. */
export function previewOf(cleanup: Cleanup, { nameOf, language }: Reader): CleanupPreview {
  return {
    goes: cleanup.goes.map((going) => goingOf(going, nameOf)),
    spared: cleanup.spared.map((spared) => sparedOf(spared, language)),
    ...besides(cleanup, language),
  };
}

/** The same as text: of all channels it may list the whole library. */
export async function previewText(cleanup: Cleanup, { nameOf, language }: Reader): Promise<JsonText> {
  const goes = await listText(cleanup.goes, (going) => goingOf(going, nameOf));
  const spared = await listText(cleanup.spared, (one) => sparedOf(one, language));
  return new JsonText([
    '{"goes":',
    ...goes,
    ',"spared":',
    ...spared,
    `,${JSON.stringify(besides(cleanup, language)).slice(1)}`,
  ]);
}

const goingOf = ({ row, over }: Going, nameOf: NameOf): CleanupPreview['goes'][number] => ({
  uuid: row.uuid,
  basename: row.basename,
  channel: nameOf(row.channelUuid),
  started_at: new Date(row.startedAt).toISOString(),
  bytes: row.bytes,
  over: [...over],
});
const sparedOf = ({ row, why }: Spared, language: Language): CleanupPreview['spared'][number] => ({
  uuid: row.uuid,
  basename: row.basename,
  why: tell(language, why),
});
const besides = ({ goes, warnings, limits }: Cleanup, language: Language): Omit<CleanupPreview, 'goes' | 'spared'> => ({
  warnings: warnings.map((warning) => tell(language, warning)),
  freed_bytes: goes.reduce((sum, { row }) => sum + row.bytes, 0),
  limits: limits && {
    vods: limits.vods,
    bytes: limits.bytes,
    age_days: limits.ageMs === null ? null : limits.ageMs / DAY_MS,
  },
});
