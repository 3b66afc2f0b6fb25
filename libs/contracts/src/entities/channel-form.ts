import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { MASK } from '../settings/setting-def.js';
import { visibleText } from './visible-text.js';
import { StageKind } from './vod-stage.js';

/** v0's quality list (docs/reference/v0-api.md) and any `<height>p<fps>`, because sites offer more than v0 knew. */
export const Quality = z
  .string()
  .regex(/^(best|worst|audio_only|source|\d{3,4}p(\d{2,3})?)$/, fieldMessage('field.quality'));

const list = <T extends z.ZodType<string, string>>(item: T, split: RegExp) =>
  z.preprocess(
    (v) =>
      typeof v === 'string'
        ? v
            .split(split)
            .map((s) => s.trim())
            .filter((s) => s !== '')
        : v,
    z.array(item).max(50),
  );

/**
 * Folder and file name of a channel: visible letters, digits, `_`, `-`, with `.` inside; no path characters. Lower
 * case, like v0 logins.
 */
export const InternalName = z
  .string()
  .trim()
  .min(1, fieldMessage('field.not-empty'))
  .max(64, fieldMessage('field.at-most-characters', { n: 64 }))
  .regex(/^(?!.*\p{DI})[\p{Ll}\p{Lo}\p{N}_][\p{Ll}\p{Lo}\p{N}_.-]*$/u, fieldMessage('field.internal-name'))
  .refine(
    (s) => !s.endsWith('.') && !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/.test(s),
    fieldMessage('field.reserved-name'),
  )
  .refine((s) => !['saved_vods', 'saved_clips'].includes(s), fieldMessage('field.library-folder'));

/** A number, or its digits as text, as v0 forms send it. */
const Count = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,7}$/)
        .transform(Number),
    ],
    fieldMessage('field.whole-number-from-0'),
  )
  .pipe(z.int().min(0).max(1_000_000));

/** A word or phrase to search for in one property of a stream, without regard to case. */
export const RecordRule = z.strictObject({
  on: z.enum(['title', 'category', 'tags']),
  text: z.string().trim().min(1, fieldMessage('field.not-empty')).max(200),
});
export type RecordRule = z.infer<typeof RecordRule>;
const Rules = z.array(RecordRule).max(100);

/** Headers that a request of Vodkeep sets itself, or that change how its connection works. */
const OWN_HEADERS =
  /^(host|connection|content-.*|transfer-encoding|accept-encoding|range|te|trailer|upgrade|proxy-.*)$/i;
const HeaderLine = z
  .string()
  .max(4096)
  .regex(
    /^[\w!#$%&'*+.^`|~-]+:[\t ]*[\x21-\x7E\xA0-\xFF]([\t\x20-\x7E\xA0-\xFF]*[\x21-\x7E\xA0-\xFF])?$/,
    fieldMessage('field.header-line'),
  )
  .refine((line) => !OWN_HEADERS.test(line.slice(0, line.indexOf(':'))), fieldMessage('field.header-own'));
const Host = z
  .string()
  .max(300)
  .toLowerCase()
  .regex(/^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/, fieldMessage('field.host'));
/** As tools print it: with colons, in capitals, behind `sha256 Fingerprint=`. */
const Fingerprint = z
  .string()
  .max(200)
  .transform((text) => text.replace(/^.*=/, '').replace(/[:\s]/g, '').toLowerCase())
  .refine((text) => /^[0-9a-f]{64}$/.test(text), fieldMessage('field.fingerprint'));
const CERTIFICATES = /^\s*(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;

/**
 * How the requests for the media of a channel by address are made. Stored sealed; an answer shows {@link MASK} for the
 * values of headers and for certificates, and a form that sends the mask keeps the stored value.
 */
const sourceAccess = {
  /** `Name: value`. Sent to the origin of the address and to `source_hosts`. */
  source_headers: list(HeaderLine, /\r?\n/),
  source_hosts: list(Host, /[\s,]+/),
  /** SHA-256 of the accepted certificates. */
  source_fingerprints: list(Fingerprint, /[\r\n,]+/),
  /** Certificates of authorities, PEM. */
  source_ca: z
    .string()
    .trim()
    .max(65_536)
    .refine((text) => text === '' || text === MASK || CERTIFICATES.test(text), fieldMessage('field.certificate')),
};

/**
 * What stays after the site's own VOD was downloaded: it and the recording, or one of them. It replaces the recording only
 * if it is at least as complete.
 */
export const KEEP_CHOICES = ['both', 'vod', 'recording'] as const;
export type KeepChoice = (typeof KEEP_CHOICES)[number];

/**
 * v0 channel form fields (docs/reference/v0-api.md), shared by POST and PUT. A PUT may omit any of them. Unknown fields
 * are refused.
 */
const options = {
  /** Empty: the best quality. */
  quality: list(Quality, /\s+/),
  match: list(z.string().max(200), /,/),
  /**
   * With `include`, at least one rule must match; with `exclude`, none may match. Evaluated at every update; a running
   * recording continues.
   */
  include: Rules,
  exclude: Rules,
  download_chat: z.boolean(),
  live_chat: z.boolean(),
  burn_chat: z.boolean(),
  no_capture: z.boolean(),
  no_cleanup: z.boolean(),
  /**
   * GB and number of VODs; 0 inherits the limit for all channels. `no_size_limit`, `no_count_limit`: neither the own
   * nor the inherited limit applies.
   */
  max_storage: Count,
  max_vods: Count,
  no_size_limit: z.boolean(),
  no_count_limit: z.boolean(),
  download_vod_at_end: z.boolean(),
  download_vod_at_end_quality: Quality,
  /**
   * Whether a stage follows the channel's recordings; a stage that is not named is inherited. v0's `download_chat`,
   * `burn_chat` and `download_vod_at_end` switch their stage on, whatever this says.
   */
  stages: z.partialRecord(StageKind, z.boolean()),
  /** Null: inherited. */
  keep_after_download: z.enum(KEEP_CHOICES).nullable(),
  priority: z.int().min(0).max(100),
  nearest_below: z.boolean(),
  grace_s: z.number().min(0).max(86_400).nullable(),
  poll_s: z.number().min(0.2).max(3_600).nullable(),
  stale_targets: z.number().min(1).max(100).nullable(),
  ...sourceAccess,
};

/** A name that a person chooses: visible characters, trimmed, 1 to 100. */
export const DisplayName = z
  .string()
  .overwrite(visibleText)
  .trim()
  .min(1, fieldMessage('field.not-empty'))
  .max(100, fieldMessage('field.at-most-characters', { n: 100 }))
  .regex(/^[^\p{Cc}]*$/u, fieldMessage('field.no-control-characters'));
const SourceUrl = z.string().trim().min(1, fieldMessage('field.required')).max(4096);

/** Identity fields that a v0 client sends too. The server refuses values that do not match the channel. */
const Echoed = z.string().max(4096).optional();

/** Fields that identify the channel in v0 forms. Without `url`, the first field that is present applies. */
const V0_NAMES = ['login', 'channel_id', 'slug', 'internalId'] as const;

/**
 * POST /channels. `provider` is one of `CHANNEL_KINDS`; `url` is the channel's link or name at a site, or any live HLS
 * URL; a v0 form uses `login`, `channel_id` or `slug` instead. User info in the URL (`https://user:pass@host/`) is
 * stored sealed and never shown again.
 */
export const NewChannel = z
  .strictObject({
    provider: z.string().max(32),
    url: SourceUrl.optional(),
    internalName: InternalName.optional(),
    displayName: DisplayName.optional(),
    login: Echoed,
    channel_id: Echoed,
    slug: Echoed,
    internalId: Echoed,
    id: Echoed,
    uuid: Echoed,
    ...z.object(options).partial().shape,
  })
  .refine((form) => sourceOf(form) !== '', { path: ['url'], error: fieldMessage('field.required') });
export type NewChannel = z.infer<typeof NewChannel>;

type Named = { readonly url?: string | undefined } & Partial<Record<(typeof V0_NAMES)[number], string | undefined>>;
/** The value that identifies the form's channel; empty if there is none. */
export const sourceOf = (form: Named): string => form[sourceFieldOf(form)]?.trim() ?? '';

/** The field that identifies the channel, for error messages about it. */
export function sourceFieldOf(form: Named): 'url' | (typeof V0_NAMES)[number] {
  return form.url === undefined ? (V0_NAMES.find((name) => (form[name]?.trim() ?? '') !== '') ?? 'url') : 'url';
}

/**
 * Body of POST /channels/{uuid}/rename: the channel's new name at its site. Folders, files and URLs are renamed
 * accordingly.
 */
export const ChannelRename = z.strictObject({ new_login: InternalName });

/**
 * Body of PUT /channels/{uuid}. `version` (addition to v0): version of the channel that was edited. If it is not
 * current, nothing is saved.
 */
export const ChannelEdit = z.strictObject({
  url: SourceUrl.optional(),
  displayName: DisplayName.optional(),
  provider: Echoed,
  login: Echoed,
  channel_id: Echoed,
  slug: Echoed,
  internalId: Echoed,
  internalName: Echoed,
  id: Echoed,
  uuid: Echoed,
  version: z.int().min(0).optional(),
  ...z.object(options).partial().shape,
});
export type ChannelEdit = z.infer<typeof ChannelEdit>;
