import { gzipSync } from 'node:zlib';
import { SETTING_DEFAULTS, SETTINGS_FORMAT } from '#libs/contracts';
import type { FuzzCase } from '../fuzz-case.js';

const caseOf = (target: string, ...parts: readonly (string | Buffer)[]): FuzzCase => ({
  target,
  parts: parts.map((part) => Buffer.from(part)),
});
/** One value in each line, so that changes of lines are changes of the structure. */
const lined = (value: unknown): string => JSON.stringify(value, null, 1);

const comment = (n: number) => ({
  _id: `m${String(n)}`,
  created_at: '2026-01-01T00:00:10.500Z',
  content_offset_seconds: n,
  commenter: { display_name: 'Ann', _id: '7', name: 'ann' },
  message: {
    body: 'hi Kappa https://a.example/b cheer100',
    bits_spent: 100,
    fragments: [
      { text: 'hi ', emoticon: null },
      { text: 'Kappa', emoticon: { emoticon_id: '25' } },
      { text: 'K', emote: { id: '1', source: '7tv', zero_width: false, width: 1, height: 1, asset: null } },
      { text: 'cheer100', cheer: { bits: 100, asset: null, color: null } },
    ],
    user_badges: [{ _id: 'subscriber', version: '12' }],
    user_color: '#FF0000',
    user_notice_params: { msg_id: 'resub', params: { months: '3' } },
    deleted: { at_ms: 9000, by: 'moderator' },
    notice: { kind: 'sub', system_text: 'x', color: null },
    tags: { a: 'b' },
  },
});
const item = (n: number) => ({
  action_type: 'text_message',
  message_type: 'text_message',
  message_id: `i${String(n)}`,
  message: '😀 Kappa',
  timestamp: 1_767_225_600_000_000 + n,
  time_in_seconds: n,
  author: { id: '7', name: 'ann', display_name: 'Ann', badges: [{ name: 'subscriber', version: 12 }] },
  colour: '#00FF00',
  emotes: [{ id: '25', name: 'Kappa', locations: ['2-6'] }],
});
const CHATS = [
  lined({ FileInfo: { Version: { Major: 1 } }, video: { title: 't', start: 0 }, comments: [comment(1), comment(2)] }),
  lined({ comments: [comment(1)], embeddedData: { thirdParty: [{ id: '1', data: 'AAAA', name: 'x' }] } }),
  [1, 2, 3].map((n) => JSON.stringify(comment(n))).join('\n'),
  lined([item(1), item(2)]),
];

const channel = (n: number) => ({
  uuid: `6d7fab8d-57c6-490a-bcc7-69026${String(n).padStart(7, '0')}`,
  provider: 'hls',
  internal_name: `c${String(n)}`,
  display_name: `C ${String(n)}`,
  url: `https://a.example/${String(n)}?token=x`,
  source_id: `https://a.example/${String(n)}`,
  options: { no_capture: true, max_vods: 3, quality: ['best'] },
});
const SETTINGS = {
  format: SETTINGS_FORMAT,
  version: 1,
  app_version: '1',
  exported_at: '2026-01-01T00:00:00Z',
  settings: SETTING_DEFAULTS,
  channels: [channel(1), channel(2)],
  favourites: ['509', '7'],
};

const IRC = [
  '@badge-info=subscriber/3;badges=subscriber/3;bits=100;color=#FF0000;display-name=Ann;emotes=25:0-4,6-10/1902:12-16;first-msg=1;id=a-b;room-id=1;tmi-sent-ts=1767225600000;user-id=7 :ann!ann@ann.tmi.twitch.tv PRIVMSG #room :Kappa Kappa Keepo',
  '@msg-id=resub;msg-param-months=3;system-msg=Ann\\ssubscribed;id=c;tmi-sent-ts=1767225600001;login=ann :tmi.twitch.tv USERNOTICE #room :again',
  '@ban-duration=600;room-id=1;target-user-id=7;tmi-sent-ts=1767225600002 :tmi.twitch.tv CLEARCHAT #room :ann',
  '@login=ann;target-msg-id=a-b;tmi-sent-ts=1767225600003 :tmi.twitch.tv CLEARMSG #room :Kappa',
  '@emote-only=0;followers-only=-1;slow=30 :tmi.twitch.tv ROOMSTATE #room',
  ':tmi.twitch.tv 001 justinfan1 :Welcome, GLHF!',
  'PING :tmi.twitch.tv',
].map((line) => `${line}\r\n`);

const subscription = (type: string) => ({ id: 's', type, status: 'enabled', condition: { broadcaster_user_id: '1' } });
const EVENTS: readonly (readonly [string, object])[] = [
  ['stream.online', { broadcaster_user_id: '1', id: '2', started_at: '2026-01-01T00:00:00Z' }],
  ['stream.offline', { broadcaster_user_id: '1', id: '2' }],
  [
    'channel.update',
    { broadcaster_user_id: '1', title: 't', category_id: '509', content_classification_labels: ['x'] },
  ],
];
const frame = (type: string, payload: object): string =>
  lined({ metadata: { message_id: '1', message_type: type, message_timestamp: '2026-01-01T00:00:00Z' }, payload });
const EVENT_BODIES: readonly (readonly [string, string])[] = [
  ...EVENTS.flatMap(([type, event]): [string, string][] => [
    [lined({ subscription: subscription(type), event }), 'notification'],
    [frame('notification', { subscription: subscription(type), event }), 'notification'],
  ]),
  [lined({ subscription: subscription('x'), challenge: 'c' }), 'webhook_callback_verification'],
  [lined({ subscription: subscription('x') }), 'revocation'],
  [frame('session_welcome', { session: { id: 'a', keepalive_timeout_seconds: 10, reconnect_url: null } }), ''],
  [frame('session_reconnect', { session: { id: 'a', reconnect_url: 'wss://a.example/ws' } }), ''],
];

const RANGES = [
  'bytes=0-',
  'bytes=-5',
  'bytes=5-2',
  'bytes=0-0,2-3',
  'bytes= 1 - 2 ',
  '"1"',
  'Thu, 01 Jan 2026 00:00:00 GMT',
];
const NAMES = [
  ['An evening with <friends> / part 2?', '{internalName}/{title} ({game_name}) {episode:03}'],
  ['CON.txt', '{title}'],
  ['/saved_vods/a%20b/c%2e%2e.mp4', '[{title}] - {x}'],
  ['.. . ...', '{title}{title}'],
  ['👩‍👩‍👧‍👦 e\u0301\u202egpj.exe', '({title} | )'],
] as const;

/** What callers, sites and other tools send if nothing is wrong with it. */
export function parserCorpus(): FuzzCase[] {
  return [
    ...CHATS.flatMap((text) => [
      caseOf('chat', text),
      caseOf('chat', text.slice(0, 100), text.slice(100)),
      caseOf('chat', gzipSync(text)),
      caseOf('chat', Buffer.from(`\ufeff${text}`, 'utf16le')),
      caseOf('packed-chat', text),
    ]),
    caseOf('packed-chat', `${JSON.stringify(comment(1))}\n`),
    caseOf('settings', lined(SETTINGS)),
    caseOf('settings', lined({ status: 'OK', message: '', data: SETTINGS })),
    caseOf('settings', lined(SETTING_DEFAULTS)),
    caseOf('irc', ...IRC),
    caseOf('irc', IRC.join('')),
    ...EVENT_BODIES.map(([body, type]) => caseOf('eventsub', body, `${type}\n2026-01-01T00:00:00Z`)),
    caseOf('range', RANGES.join('\n')),
    ...NAMES.map((parts) => caseOf('name', ...parts)),
  ];
}
