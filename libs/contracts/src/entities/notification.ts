import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { localized } from '../localized.js';
import { freeTemplate, MASK, textUpTo } from '../settings/setting-def.js';

/** v0's notification categories. */
export const V0_CATEGORIES = [
  'offlineStatusChange',
  'streamOnline',
  'streamOffline',
  'streamStatusChange',
  'streamStatusChangeFavourite',
  'vodMuted',
  'vodDeleted',
  'debug',
  'system',
] as const;
/**
 * What a notification is about, in the order in which pages show it. `system` is any problem that a notice reports, unless
 * another category fits better; the end of a problem has the category of its start.
 */
export const NOTIFICATION_CATEGORIES = [
  'streamOnline',
  'streamOffline',
  'streamStatusChange',
  'streamStatusChangeFavourite',
  'offlineStatusChange',
  'recordingStarted',
  'recordingEnded',
  'recordingReady',
  'recordingFailed',
  'recordingGap',
  'vodMuted',
  'vodDeleted',
  'jobFailed',
  'diskSpace',
  'tokenExpired',
  'selfTestFailed',
  'update',
  'system',
  'debug',
] as const;
export const NotificationCategory = z.enum(NOTIFICATION_CATEGORIES);
export type NotificationCategory = z.infer<typeof NotificationCategory>;

/** Categories whose events belong to no channel, so that rules of a channel cannot exist for them. */
export const GLOBAL_CATEGORIES: readonly NotificationCategory[] = ['selfTestFailed', 'update', 'debug'];

/** Where messages can go. */
export const RECEIVER_KINDS = [
  'browser',
  'webPush',
  'telegram',
  'discord',
  'pushover',
  'ntfy',
  'gotify',
  'apprise',
  'email',
  'webhook',
  'script',
  'mqtt',
] as const;
export type ReceiverKind = (typeof RECEIVER_KINDS)[number];

/**
 * Receivers that always exist, with their kind as id. Their configuration is v0's settings; v0 stores them as these bits
 * of a category.
 */
export const V0_RECEIVERS = { browser: 1, telegram: 2, discord: 4, pushover: 8, ntfy: 16 } as const satisfies Partial<
  Record<ReceiverKind, number>
>;
export type V0Receiver = keyof typeof V0_RECEIVERS;
export const isV0Receiver = (id: string): id is V0Receiver => Object.hasOwn(V0_RECEIVERS, id);

/** One field of a receiver's form. A `secret` is shown only as {@link MASK}. */
export interface ReceiverField {
  readonly type: 'text' | 'secret' | 'number' | 'choice';
  readonly schema: z.ZodType<string>;
  readonly default?: string;
  readonly choices?: readonly string[];
}

const address = (protocol: RegExp, schemes: string) =>
  z
    .url({ protocol, error: fieldMessage('field.address-scheme', { schemes }) })
    .max(2_000)
    .transform((text) => text.replace(/\/+$/, ''));
const httpAddress = address(/^https?$/, 'http://, https://');
const needed = (max: number) => textUpTo(max, false).min(1, fieldMessage('field.required'));
const maybe = (max: number) => textUpTo(max, false);
const port = z.string().regex(/^[1-9]\d{0,4}$/, fieldMessage('field.whole-number-from-0'));
const mail = textUpTo(320, false).regex(
  /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
  fieldMessage('field.email'),
);
const SCRIPT_NAME = /^(?!\.)[A-Za-z0-9._-]{1,100}$/;

/** Fields of the configuration of each kind of receiver. */
export const RECEIVER_FIELDS = {
  browser: {},
  webPush: {
    endpoint: { type: 'secret', schema: address(/^https?$/, 'https://') },
    p256dh: { type: 'secret', schema: needed(200) },
    auth: { type: 'secret', schema: needed(100) },
  },
  telegram: { token: { type: 'secret', schema: needed(200) }, chat: { type: 'text', schema: needed(100) } },
  discord: { url: { type: 'secret', schema: httpAddress } },
  pushover: { token: { type: 'secret', schema: needed(200) }, user: { type: 'secret', schema: needed(200) } },
  ntfy: {
    url: { type: 'secret', schema: httpAddress },
    topic: { type: 'text', schema: needed(200) },
    token: { type: 'secret', schema: maybe(200) },
  },
  gotify: { url: { type: 'text', schema: httpAddress }, token: { type: 'secret', schema: needed(200) } },
  apprise: { url: { type: 'secret', schema: httpAddress }, tag: { type: 'text', schema: maybe(200) } },
  email: {
    host: { type: 'text', schema: needed(253) },
    port: { type: 'number', schema: port, default: '587' },
    security: {
      type: 'choice',
      schema: z.enum(['starttls', 'tls', 'none']),
      default: 'starttls',
      choices: ['starttls', 'tls', 'none'],
    },
    user: { type: 'text', schema: maybe(320) },
    password: { type: 'secret', schema: maybe(2_000) },
    from: { type: 'text', schema: mail },
    to: { type: 'text', schema: mail },
  },
  webhook: { url: { type: 'secret', schema: httpAddress }, secret: { type: 'secret', schema: maybe(200) } },
  script: { file: { type: 'text', schema: z.string().regex(SCRIPT_NAME, fieldMessage('field.script-name')) } },
  mqtt: {
    url: { type: 'text', schema: address(/^mqtts?$/, 'mqtt://, mqtts://') },
    user: { type: 'text', schema: maybe(320) },
    password: { type: 'secret', schema: maybe(2_000) },
    topic: {
      type: 'text',
      schema: needed(100).regex(/^[^#+]*$/, fieldMessage('field.mqtt-topic')),
      default: 'vodkeep',
    },
    discovery: {
      type: 'text',
      schema: maybe(100).regex(/^[^#+]*$/, fieldMessage('field.mqtt-topic')),
      default: 'homeassistant',
    },
  },
} as const satisfies Record<ReceiverKind, Readonly<Record<string, ReceiverField>>>;

/** Configuration of a kind of receiver. */
export type ReceiverConfig<K extends ReceiverKind> = {
  readonly [F in keyof (typeof RECEIVER_FIELDS)[K]]: string;
};

/** The fields of a kind, without their exact types; none of a kind that only another version knows. */
export const receiverFields = (kind: ReceiverKind): Readonly<Record<string, ReceiverField>> => FIELDS[kind] ?? {};
const FIELDS: Readonly<Partial<Record<string, Readonly<Record<string, ReceiverField>>>>> = RECEIVER_FIELDS;

/**
 * A configuration without its secrets, and complete with empty fields. Sent back unchanged, a mask leaves the secret as
 * it is.
 */
export const maskedConfig = (kind: ReceiverKind, config: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(receiverFields(kind)).map(([name, { type }]) => {
      const value = config[name] ?? '';
      return [name, type === 'secret' && value !== '' ? MASK : value];
    }),
  );

/** How the newest message to a receiver ended. `answer`: what the receiver said, or why it said nothing. */
const LastDelivery = z.object({
  state: z.enum(['waiting', 'sent', 'failed']),
  at: z.iso.datetime(),
  answer: localized(),
});

/** A receiver of notifications. */
export const ReceiverView = z.object({
  id: z.string(),
  /** `unknown`: only another version knows it. */
  kind: z.enum([...RECEIVER_KINDS, 'unknown']),
  name: z.string(),
  on: z.boolean(),
  /** Its messages wait until the quiet hours end. */
  quiet: z.boolean(),
  /** Secrets are masked. Empty for a receiver whose configuration is in the settings. */
  config: z.record(z.string(), z.string()),
  /** Its settings hold what it needs. */
  ready: z.boolean(),
  /** Why its configuration cannot be read, so that its messages wait; empty: it can. */
  fault: localized(),
  last: LastDelivery.nullable(),
});
export type ReceiverView = z.infer<typeof ReceiverView>;

export const ReceiverForm = z.strictObject({
  kind: z.enum(RECEIVER_KINDS),
  name: textUpTo(100, false),
  on: z.boolean(),
  quiet: z.boolean(),
  config: z.record(z.string().max(50), z.string().max(4_000)),
});
export type ReceiverForm = z.infer<typeof ReceiverForm>;

/** Whether a receiver gets a category: for all channels, or for one channel, which overrides. */
export const NotificationRule = z.strictObject({
  receiver: z.string().max(64),
  category: NotificationCategory,
  channel_uuid: z.uuid().nullable(),
  on: z.boolean(),
});
export type NotificationRule = z.infer<typeof NotificationRule>;

/** Variables of the templates. `title`, `text`, `picture` and `link` are the default texts. */
export const NOTIFICATION_VARIABLES = [
  'title',
  'text',
  'picture',
  'link',
  'category',
  'channel',
  'login',
  'stream_title',
  'game_name',
  'basename',
  'reason',
  'duration',
  'date',
  'time',
] as const;
export type NotificationVariable = (typeof NOTIFICATION_VARIABLES)[number];

const template = (max: number) => freeTemplate(NOTIFICATION_VARIABLES, max);
/** Texts of a category. An empty title is not sent: it means the default. */
export const NotificationTemplate = z.strictObject({
  category: NotificationCategory,
  title: template(400),
  text: template(2_000),
  picture: template(1_000),
  link: template(1_000),
  /** Pages read the message aloud, if their user allows it. */
  speech: z.boolean(),
});
export type NotificationTemplate = z.infer<typeof NotificationTemplate>;
export const DEFAULT_TEMPLATE = {
  title: '{title}',
  text: '{text}',
  picture: '{picture}',
  link: '{link}',
  speech: false,
} as const;

/** One message to one receiver. */
export const DeliveryView = z.object({
  id: z.string(),
  receiver: z.string(),
  category: NotificationCategory,
  title: localized(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  created_at: z.iso.datetime(),
  next_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  answer: localized(),
});
export type DeliveryView = z.infer<typeof DeliveryView>;
