import { CleanupPreview, type View } from '#libs/contracts';
import { JsonText } from '../../http/json-text.js';
import { listText } from '../../http/list-text.js';
import { type Language } from '../../i18n/language.js';
import { localizeView } from '../../i18n/localize-view.js';
import { type Cleanup, type PlannedDeletion, type SparedVod } from './cleanup.service.js';

const DAY_MS = 86_400_000;

/** Display name of a channel by its uuid. */
type NameOf = (channelUuid: string) => string;
type Preview = View<typeof CleanupPreview>;

const SparedView = CleanupPreview.shape.spared.element;
/** The preview without the lists of VODs. */
const CleanupTotals = CleanupPreview.omit({ goes: true, spared: true });

/** Returns the preview of a clean-up in the format of the API. */
export const previewOf = (cleanup: Cleanup, nameOf: NameOf): Preview => ({
  goes: cleanup.goes.map((going) => goingOf(going, nameOf)),
  spared: cleanup.spared.map(presentSpared),
  ...presentTotals(cleanup),
});

/** Returns the same preview as JSON text: for all channels it may list the whole library. */
export async function previewText(
  cleanup: Cleanup,
  { nameOf, language }: { readonly nameOf: NameOf; readonly language: Language },
): Promise<JsonText> {
  const goes = await listText(cleanup.goes, (going) => goingOf(going, nameOf));
  const spared = await listText(cleanup.spared, (one) => localizeView(language, SparedView, presentSpared(one)));
  return new JsonText([
    '{"goes":',
    ...goes,
    ',"spared":',
    ...spared,
    `,${JSON.stringify(localizeView(language, CleanupTotals, presentTotals(cleanup))).slice(1)}`,
  ]);
}

const goingOf = ({ row, over }: PlannedDeletion, nameOf: NameOf): Preview['goes'][number] => ({
  uuid: row.uuid,
  basename: row.basename,
  channel: nameOf(row.channelUuid),
  started_at: new Date(row.startedAt).toISOString(),
  bytes: row.bytes,
  over: [...over],
});
const presentSpared = ({ row, why }: SparedVod): Preview['spared'][number] => ({
  uuid: row.uuid,
  basename: row.basename,
  why,
});
const presentTotals = ({ goes, warnings, limits }: Cleanup): View<typeof CleanupTotals> => ({
  warnings: [...warnings],
  freed_bytes: goes.reduce((sum, { row }) => sum + row.bytes, 0),
  limits: limits && {
    vods: limits.vods,
    bytes: limits.bytes,
    age_days: limits.ageMs === null ? null : limits.ageMs / DAY_MS,
  },
});
