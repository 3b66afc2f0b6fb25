import { z } from 'zod';
import { DisplayName } from '../entities/channel-form.js';
import { localized } from '../localized.js';

/** Format name in the head of an export, so that an import recognises it. */
export const SETTINGS_FORMAT = 'vodkeep-settings';

/**
 * A channel in an export: enough to follow it again without a request to its site. Contains no credentials; values in
 * the query of its URL are masked.
 */
export const ChannelEntry = z.strictObject({
  uuid: z.uuid(),
  provider: z.string().max(32),
  internal_name: z.string().trim().min(1).max(64),
  display_name: DisplayName,
  url: z.string().min(1).max(4_096),
  source_id: z.string().min(1).max(4_096),
  /** As in the channel form; a missing key has its default. */
  options: z.record(z.string(), z.unknown()),
});
export type ChannelEntry = z.infer<typeof ChannelEntry>;

/** Settings and channels as one file, without secrets. */
export const SettingsFile = z.strictObject({
  format: z.literal(SETTINGS_FORMAT),
  version: z.literal(1),
  app_version: z.string().max(100),
  exported_at: z.iso.datetime(),
  settings: z.record(z.string(), z.unknown()),
  channels: z.array(ChannelEntry).max(10_000),
  /** Ids of favourite categories; an older file has none. */
  favourites: z.array(z.string().min(1).max(64)).max(10_000).default([]),
});
export type SettingsFile = z.infer<typeof SettingsFile>;

const Value = z.union([z.string(), z.number(), z.boolean()]);

/** The confirmation of all new channels whose `confirm` is true. */
export const CONFIRM_CHANNELS = 'channels';

/** `address`: of a channel by address that is here already, its origin. */
const ImportedChannel = z.object({
  name: z.string(),
  provider: z.string(),
  address: z.string(),
  /** A new source that is, or may be, on this machine or in its network: DNS decides where a name leads. */
  confirm: z.boolean(),
});
export type ImportedChannel = z.infer<typeof ImportedChannel>;

/** Result or preview of an import. */
export const ImportReport = z.object({
  dry_run: z.boolean(),
  /** What the import changes only if it is confirmed: keys of settings, and {@link CONFIRM_CHANNELS}. */
  confirm: z.array(z.string()),
  /** Number of added favourite categories. */
  favourites: z.int(),
  settings: z.object({
    changed: z.array(z.object({ key: z.string(), from: Value, to: Value })),
    unchanged: z.int(),
    skipped: z.array(z.object({ key: z.string(), why: localized() })),
  }),
  channels: z.object({
    added: z.array(ImportedChannel),
    changed: z.array(ImportedChannel),
    unchanged: z.int(),
    skipped: z.array(z.object({ name: z.string(), why: localized() })),
  }),
});
export type ImportReport = z.infer<typeof ImportReport>;
