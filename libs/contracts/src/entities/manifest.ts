import { z } from 'zod';

/** Time in ISO 8601, as in the rows. */
const at = z.iso.datetime();

/**
 * Data of a channel that is stored with each of its VODs: enough to follow it again, without clear secrets (credentials
 * are only in the database). `numbering` continues after a restore. The operator's choices for the channel are restored
 * from the exported settings.
 */
export const ManifestChannel = z.looseObject({
  uuid: z.uuid(),
  providerKind: z.string(),
  sourceId: z.string(),
  /** Of a channel by address only the origin; `sealedAddress` is the address, for the keyring of the installation. */
  sourceUrl: z.string(),
  sealedAddress: z.string().optional(),
  internalName: z.string(),
  displayName: z.string(),
  createdAt: at,
  numbering: z
    .object({
      month: z.string(),
      number: z.int(),
      absoluteSeason: z.int(),
      absoluteNumber: z.int(),
      period: z.string().optional(),
    })
    .nullable(),
});
export type ManifestChannel = z.infer<typeof ManifestChannel>;

/** Columns that a scan reads. All other columns of the row are stored too and restored unchanged. */
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
 * Copy of all database fields of a VOD, stored next to its media (`objectKeys.manifest`): rows with the property names
 * of the API's entities, times in ISO 8601. Format 2 also contains deleted file entries and the channel; format 1 has
 * neither and is still read. A higher `revision` is newer.
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

/** Manifest of a saved clip (`objectKeys.clipManifest`). */
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
