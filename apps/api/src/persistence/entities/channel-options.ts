import { type ChannelEdit, type KeepChoice, type RecordRule } from '#libs/contracts';

/** Form fields that identify or name a channel. All other fields are options. */
export const CHANNEL_IDENTITY = [
  'url',
  'displayName',
  'provider',
  'login',
  'channel_id',
  'slug',
  'internalId',
  'internalName',
  'id',
  'uuid',
] as const;

/**
 * Options that the operator set for a channel; `CHANNEL_DEFAULTS` applies to absent keys. Stored as one document, as in
 * v0.
 */
export type ChannelOptions = Omit<ChannelEdit, (typeof CHANNEL_IDENTITY)[number]>;

const CHANNEL_DEFAULTS = {
  quality: ['best'] as string[],
  match: [] as string[],
  include: [] as RecordRule[],
  exclude: [] as RecordRule[],
  download_chat: false,
  live_chat: false,
  burn_chat: false,
  no_capture: false,
  no_cleanup: false,
  max_storage: 0,
  max_vods: 0,
  no_size_limit: false,
  no_count_limit: false,
  download_vod_at_end: false,
  download_vod_at_end_quality: 'best',
  stages: {} as NonNullable<ChannelEdit['stages']>,
  keep_after_download: null as KeepChoice | null,
  priority: 50,
  nearest_below: false,
  grace_s: null as number | null,
  poll_s: null as number | null,
  stale_targets: null as number | null,
  /** Of the sealed access to the source, without its secrets. */
  source_headers: [] as string[],
  source_hosts: [] as string[],
  source_fingerprints: [] as string[],
  source_ca: '',
};
type FullChannelOptions = typeof CHANNEL_DEFAULTS;

const isDefined = ([, value]: [string, unknown]): boolean => value !== undefined;
/** Fills absent options with defaults. */
export const fullOptions = (chosen: ChannelOptions): FullChannelOptions => ({
  ...CHANNEL_DEFAULTS,
  ...(Object.fromEntries(Object.entries(chosen).filter(isDefined)) as Partial<FullChannelOptions>),
});
