import { z } from 'zod';

/** Of a moment of ISO 8601, as rows are written. */
const at = z.iso.datetime();

/**
 * What is kept of a channel with each of its VODs: enough to follow it again, and nothing secret (credentials live in
 * the database alone). `numbering` goes on where it was. What the operator chose for it comes back from the exported
 * settings.
 */
export const ManifestChannel = z.looseObject({
  uuid: z.uuid(),
  providerKind: z.string(),
  sourceId: z.string(),
  sourceUrl: z.string(),
  internalName: z.string(),
  displayName: z.string(),
  createdAt: at,
  numbering: z
    .object({ month: z.string(), number: z.int(), absoluteSeason: z.int(), absoluteNumber: z.int() })
    .nullable(),
});
export type ManifestChannel = z.infer<typeof ManifestChannel>;

/** The columns that a scan itself reads; every other column of the row stands beside them and comes back as it is. */
const VodRow = z.looseObject({
  uuid: z.uuid(),
  channelUuid: z.uuid(),
  providerKind: z.string(),
  streamId: z.string(),
  basename: z.string(),
  channelName: z.string(),
  channelDisplay: z.string(),
  title: z.string(),
  assigned: z.boolean(),
  startedAt: at,
  version: z.int(),
  segmentsGone: z.boolean(),
});
const PartRow = z.looseObject({ partId: z.string(), vodUuid: z.uuid() });
const FileRow = z.looseObject({ id: z.string(), vodUuid: z.uuid(), key: z.string(), basename: z.string() });
const ChapterRow = z.looseObject({ at: z.int(), title: z.string() });
const ViewersRow = z.looseObject({ at: z.int(), amount: z.int() });

/**
 * All that Postgres knows of a VOD, as it lies beside its media (`objectKeys.manifest`): rows with the property names
 * of the api's entities, moments as ISO 8601. Format 2 holds deleted entries of files too, and the channel; format 1
 * has neither and is still read. A higher `revision` is newer.
 */
export const Manifest = z.object({
  format: z.union([z.literal(1), z.literal(2)]),
  revision: z.int().positive(),
  writtenAt: at,
  channel: ManifestChannel.nullish(),
  vod: VodRow,
  parts: z.array(PartRow),
  files: z.array(FileRow),
  chapters: z.array(ChapterRow),
  viewers: z.array(ViewersRow),
});
export type Manifest = z.infer<typeof Manifest>;

/** The same of a saved clip (`objectKeys.clipManifest`). */
export const ClipManifest = z.object({
  format: z.literal(2),
  writtenAt: at,
  channel: ManifestChannel.nullish(),
  clip: z.looseObject({
    uuid: z.uuid(),
    channelUuid: z.uuid().nullable(),
    folder: z.string(),
    basename: z.string(),
    key: z.string(),
    version: z.int(),
  }),
});
export type ClipManifest = z.infer<typeof ClipManifest>;
