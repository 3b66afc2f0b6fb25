import type { Channel, Notice, SiteAccountView, Vod } from '#libs/contracts';

const T0 = Date.parse('2026-11-27T19:00:00Z');
const at = (s: number): string => new Date(T0 + s * 1000).toISOString();
const uuid = (n: number): string => `${String(n).repeat(8)}-1111-4111-8111-111111111111`;
export const CHANNEL = uuid(2);
export const VOD = uuid(3);
const art = (n: number): string => `/cache/pictures/${String(n)}`;

export const SITE: SiteAccountView = {
  kind: 'twitch',
  client_id: null,
  has_secret: false,
  has_playback_token: false,
  user: null,
  redirect_uri: 'http://localhost:8080/api/v0/sites/twitch/callback',
  fault: null,
  push: {
    transport: 'poll',
    reason: 'Without your own app, Vodkeep only polls the site.',
    connected: true,
    active: 0,
    wanted: 0,
    refused: [],
  },
};
export const FULL_SITE: SiteAccountView = {
  ...SITE,
  client_id: 'abcdefghij0123456789',
  has_secret: true,
  has_playback_token: true,
  user: { login: 'the_operator', user_id: '1', scopes: ['user:read:chat'], expires_at: at(9000) },
  fault: 'The secret of the app is no longer accepted. Make a new one in the console, and store it here.',
  push: {
    transport: 'webhook',
    reason: '',
    connected: true,
    active: 5,
    wanted: 6,
    refused: [
      { reason: 'bad-signature', count: 12, last_at: at(0) },
      { reason: 'too-old', count: 1, last_at: at(40) },
    ],
  },
};

const chapter = (
  [offset, duration]: readonly [number, number],
  title: string,
  game_name: string | null,
): Vod['chapters'][number] => ({
  title,
  offset,
  duration,
  started_at: at(offset),
  game_id: game_name,
  game_name,
  box_art_url: game_name === null ? null : art(1),
  image_url: null,
  viewer_count: 640 + offset,
  is_mature: offset > 2000,
  online: true,
});

/** An hour with a loss, ads, four chapters and viewer counts. */
const vod: Partial<Vod> = {
  provider: 'twitch',
  provider_kind: 'twitch',
  uuid: VOD,
  channel_uuid: CHANNEL,
  basename: 'hana_codes_2026-11-27',
  stream_title: 'Writing a parser from nothing, day 41',
  streamer_name: 'hana_codes',
  streamer_login: 'hana_codes',
  created_at: at(0),
  started_at: at(0),
  ended_at: at(3660),
  media_started_at: T0,
  chapters: [
    chapter([0, 600], 'Coffee first', 'Just Chatting'),
    chapter([600, 1800], 'Writing a parser from nothing, day 41', 'Software and Game Development'),
    chapter([2400, 300], 'be right back', null),
    chapter([2700, 900], 'Q and A', 'Just Chatting'),
  ],
  viewers: Array.from({ length: 61 }, (_, i) => ({
    timestamp: at(i * 60),
    amount: Math.round(600 + 500 * Math.sin(i / 9) + 90 * Math.sin(i * 1.7)),
    offset: i * 59,
  })),
  track_gaps: [],
  gaps: [
    { at: T0 + 900_000, durMs: 30_000, cause: 'ad' },
    { at: T0 + 1_800_000, durMs: 24_000, cause: 'left-window' },
  ],
  parts: [
    {
      id: 'p',
      recorder: 'r',
      started_at: T0,
      ended_at: T0 + 3_654_000,
      cause: 'endlist',
      segments: 1800,
      bytes: 4e9,
      media_ms: 3_600_000,
      notices: [],
    },
  ],
  stream_pauses: [],
  bookmarks: [],
  segments: [],
  api_getUniqueGames: [],
  state: 'finalized',
  state_reason: '',
  live: null,
  duration: 3600,
  media_ms: 3_600_000,
  missing_ms: 24_000,
  ad_ms: 30_000,
  total_size: 4e9,
  playlist_url: null,
  thumbnail_url: null,
  files: [],
  is_chatdump_captured: false,
  prevent_deletion: false,
  archived_at: null,
  version: 0,
  site_vod_at_risk: false,
};
export const FINISHED = vod as Vod;

const channel = (n: number, name: string, over: Partial<Channel>): Channel =>
  ({
    uuid: uuid(n),
    provider: 'twitch',
    provider_kind: 'twitch',
    display_name: name,
    displayName: name,
    internalName: name,
    login: name,
    url: `https://www.twitch.tv/${name}`,
    profilePictureUrl: art(2),
    broadcaster_type: '',
    is_live: false,
    is_capturing: false,
    is_converting: false,
    live_since: null,
    stages: {},
    quality: ['best'],
    match: [],
    include: [],
    exclude: [],
    live_stream: null,
    push: { status: 'polled', reason: '' },
    no_capture: false,
    live_chat: true,
    no_cleanup: false,
    nearest_below: false,
    max_storage: 0,
    max_vods: 0,
    priority: 50,
    grace_s: null,
    poll_s: null,
    stale_targets: null,
    source_headers: [],
    source_hosts: [],
    source_fingerprints: [],
    source_ca: '',
    has_credentials: false,
    vods_list: [],
    vods_raw: [],
    vods_size: 0,
    vods_count: 0,
    clips_list: [],
    video_list: [],
    verdict: { state: 'offline', reason: '', checked_at: null },
    version: 0,
    ...over,
  }) as Channel;
const show = (title: string, category: string, viewers: number | null): NonNullable<Channel['live_stream']> => ({
  title,
  category: { id: category, name: category, box_art_url: art(1) },
  tags: [],
  language: 'en',
  is_mature: false,
  viewers,
  at: at(0),
});
const LIVE = { is_live: true, live_since: at(0) } as const;

export const CHANNELS: readonly Channel[] = [
  channel(2, 'hana_codes', {
    broadcaster_type: 'partner',
    push: { status: 'active', reason: '' },
    vods_list: [FINISHED],
    vods_count: 1,
    vods_size: 4e9,
    live_stream: show('Next time: the type checker', 'Software and Game Development', null),
  }),
  channel(4, 'northwind', {
    ...LIVE,
    live_stream: {
      ...show(
        'We lost the map. Again. A very long title that goes on about caves, strangers, rules and whatever else fits into one hundred and forty letters of a title',
        'Deep Rock Survey',
        12_340,
      ),
      tags: ['English', 'Caves', 'NoBackseating'],
    },
    push: { status: 'partly', reason: 'The site refused channel.update.' },
    verdict: { state: 'queued', reason: 'All recorders are busy.', checked_at: at(0) },
  }),
  channel(5, 'pixelkiln', {
    ...LIVE,
    live_stream: show('kiln opening', 'Art', 128),
    verdict: {
      state: 'not-recorded',
      reason: 'Its title does not match the rule "stream". Vodkeep checks again at the next change.',
      checked_at: at(0),
    },
  }),
];

const notice = (id: string, minute: number, over: Partial<Notice>): Notice => ({
  id,
  kind: 'account',
  level: 'warning',
  channel_uuid: null,
  vod_uuid: null,
  title: id,
  text: '',
  first_at: at(0),
  last_at: at(minute * 60),
  count: 1,
  resolved_at: null,
  ...over,
});
export const NOTICES: readonly Notice[] = [
  notice('could', 9, {
    kind: 'could-not-record',
    level: 'error',
    channel_uuid: uuid(5),
    title: 'pixelkiln is live and nothing is recorded.',
    text: 'Its title does not match a rule. Change the rule, or wait for another title.',
    count: 3,
  }),
  notice('renamed', 20, {
    kind: 'channel-renamed',
    level: 'info',
    channel_uuid: CHANNEL,
    title: 'hana is now called hana_codes.',
    text: 'Nothing has to be done.',
  }),
  notice('chat', 3, {
    kind: 'chat-missing',
    vod_uuid: VOD,
    title: 'The chat of hana_codes could not be recorded for 3 minutes.',
    text: 'It was connected again by itself.',
    resolved_at: at(600),
  }),
];
