import { randomUUID } from 'node:crypto';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { type Received, type SeededApp } from './seeded-app.conformance.js';

/** Produces one case of the fixtures and returns the answer. */
export type CaseRun = (seeded: SeededApp) => Promise<Received>;
/** `METHOD /path` -> case -> function that produces it. */
export type CaseRuns = Readonly<Record<string, Readonly<Record<string, CaseRun>>>>;

const UNKNOWN = randomUUID();
const day = (): string => new Date().toISOString().slice(0, 10);
const get =
  (path: string): CaseRun =>
  (s) =>
    s.call('GET', path);
/** The form as v0's page sends it. */
const V0_FORM = {
  quality: 'best 720p',
  match: 'a, b',
  download_chat: true,
  live_chat: false,
  burn_chat: false,
  no_capture: false,
  no_cleanup: false,
  max_storage: 0,
  max_vods: 0,
  download_vod_at_end: false,
  download_vod_at_end_quality: 'best',
};

/** Client settings of v0's page, with its defaults. */
const CLIENT_SETTINGS = {
  useSpeech: false,
  singlePage: false,
  enableNotifications: false,
  animationsEnabled: true,
  tooltipStatic: false,
  useRelativeTime: false,
  useWebsockets: true,
  useBackgroundRefresh: true,
  useBackgroundTicker: true,
  websocketAddressOverride: '',
  expandVodList: true,
  vodsToShowInMenu: 4,
  minimizeVodsByDefault: false,
  language: 'en',
  theme: 'auto',
  showOfflineCategoryInSidebar: true,
  sidemenuWidth: 330,
  expandDashboardVodList: true,
  vodsToShowInDashboard: 4,
  jobStatusExpandedByDefault: false,
  hideChapterTitlesAndGames: false,
};

/** The edit form as v0's page sends it. */
const edit = (more: object) => ({
  absolute_season: 1,
  stream_number: 2,
  absolute_stream_number: 2,
  comment: 'fine',
  prevent_deletion: false,
  cloud_storage: false,
  chapters: [
    { originalIndex: 0, offset: 0, title: 'one', game_id: '743', viewer_count: 5, is_mature: false, online: true },
  ],
  editChapters: false,
  ...more,
});
const on =
  (vod: Partial<VodEntity>) =>
  (method: string, rest: string, body?: object): CaseRun =>
  async (s) =>
    s.call(method, `/vod/${(await s.spare(vod)).uuid}${rest}`, body);
const onSpare = on({});
const onProtected = on({ preventDeletion: true });
const channel =
  (which: 'finished' | 'running' | 'idle') =>
  (method: string, rest: string, body?: object): CaseRun =>
  (s) =>
    s.call(method, `/channels/${s.channels[which].uuid}${rest}`, body);
const [onIdle, onFinished, onRunning] = [channel('idle'), channel('finished'), channel('running')];
const LONG_AGO = new Date('2020-01-01');
const onUnmatched = on({ startedAt: LONG_AGO, captureStarted: LONG_AGO, endedAt: LONG_AGO, facts: {}, siteVod: null });

/** Cases that may run in any order. */
export const CASE_RUNS: CaseRuns = {
  'GET /auth/check': { 'no password is set': get('/auth/check') },
  'POST /auth/login': { 'no password is set': (s) => s.call('POST', '/auth/login', { password: 'x' }) },
  'GET /settings': { 'the operator': get('/settings') },
  'PUT /settings': {
    'saved': (s) => s.call('PUT', '/settings', { config: { motd: 'hi' } }),
    'no config': (s) => s.call('PUT', '/settings', {}),
  },
  'POST /settings/validate_url': { 'an address that is not reached': (s) => s.call('POST', '/settings/validate_url') },
  'GET /settings/debug': {
    'no parameter': get('/settings/debug'),
    'on': get('/settings/debug?enable=1'),
    'off': get('/settings/debug?enable=0'),
  },
  'GET /clientsettings': {
    'nothing saved yet': get('/clientsettings'),
    'saved': async (s) => {
      await s.call('PUT', '/clientsettings', CLIENT_SETTINGS);
      return s.call('GET', '/clientsettings');
    },
  },
  'PUT /clientsettings': {
    'saved': (s) => s.call('PUT', '/clientsettings', CLIENT_SETTINGS),
    'a wrong type': (s) => s.call('PUT', '/clientsettings', { ...CLIENT_SETTINGS, sidemenuWidth: 'wide' }),
  },
  'PATCH /favourites': { added: (s) => s.call('PATCH', '/favourites', { game: '743' }) },
  'PUT /favourites': { replaced: (s) => s.call('PUT', '/favourites', { games: ['743'] }) },
  'GET /favourites': { some: get('/favourites') },
  'GET /games': { some: get('/games') },
  'GET /games/{id}/refresh': { known: get('/games/743/refresh') },
  'PUT /keyvalue/{key}': {
    'stored': (s) => s.call('PUT', '/keyvalue/twitch.online', { value: '1' }),
    'no value': (s) => s.call('PUT', '/keyvalue/twitch.online', { value: '' }),
  },
  'POST /notifications/test': {
    sent: (s) => s.call('POST', '/notifications/test', { provider: 'telegram', category: 'streamOnline' }),
  },
  'GET /keyvalue': { some: get('/keyvalue') },
  'GET /keyvalue/{key}': { there: get('/keyvalue/twitch.online'), missing: get('/keyvalue/nothing') },
  'DELETE /keyvalue/{key}': {
    removed: (s) => s.call('DELETE', '/keyvalue/twitch.online'),
    missing: (s) => s.call('DELETE', '/keyvalue/nothing'),
  },
  'DELETE /keyvalue': { emptied: (s) => s.call('DELETE', '/keyvalue') },
  'GET /channels': { all: get('/channels') },
  'GET /channels/{uuid}': {
    'one': (s) => s.call('GET', `/channels/${s.channels.finished.uuid}`),
    'while it is captured': (s) => s.call('GET', `/channels/${s.channels.running.uuid}`),
    'unknown': get(`/channels/${UNKNOWN}`),
  },
  'POST /channels': {
    'added': (s) => s.call('POST', '/channels', { ...V0_FORM, provider: 'twitch', login: 'newcomer' }),
    'no provider': (s) => s.call('POST', '/channels', { url: 'x' }),
    'an unknown provider': (s) => s.call('POST', '/channels', { provider: 'myspace', login: 'x' }),
    'no login': (s) => s.call('POST', '/channels', { provider: 'twitch', quality: 'best' }),
    'no quality': (s) => s.call('POST', '/channels', { provider: 'twitch', login: 'plain', quality: '' }),
    'a quality that is none': (s) =>
      s.call('POST', '/channels', { provider: 'twitch', login: 'another', quality: 'great' }),
    'one that is there': (s) => s.call('POST', '/channels', { provider: 'twitch', login: 'idler', quality: 'best' }),
  },
  'POST /channels/{uuid}/cleanup': {
    'nothing to do': (s) => s.call('POST', `/channels/${s.channels.idle.uuid}/cleanup`),
    'some': async (s) => {
      const { uuid } = s.channels.finished;
      await s.spare({ startedAt: LONG_AGO });
      await s.spare({ startedAt: LONG_AGO });
      await s.call('PUT', `/channels/${uuid}`, { max_vods: (await s.all.vods(uuid)).length - 2 });
      const received = await s.call('POST', `/channels/${uuid}/cleanup`);
      await s.call('PUT', `/channels/${uuid}`, { max_vods: 0 });
      return received;
    },
  },
  'PUT /channels/{uuid}': { saved: (s) => s.call('PUT', `/channels/${s.channels.idle.uuid}`, V0_FORM) },
  'GET /vod/{uuid}': {
    'finished': (s) => s.call('GET', `/vod/${s.vodUuid}`),
    'while it is captured': (s) => s.call('GET', `/vod/${s.part.vodUuid}`),
    'unknown': get(`/vod/${UNKNOWN}`),
  },
  'POST /vod/{uuid}': {
    edited: async (s) => {
      const vod = await s.spare();
      return s.call('POST', `/vod/${vod.uuid}`, edit({ segments: vod.segments_raw.join('\n') }));
    },
  },
  'POST /vod/{uuid}/save': { archived: onSpare('POST', '/save') },
  'POST /vod/{uuid}/archive': { archived: onSpare('POST', '/archive') },
  'POST /vod/{uuid}/delete_segment': {
    'deleted': onSpare('POST', '/delete_segment?segment=0&keep_entry=false'),
    'no such segment': onSpare('POST', '/delete_segment?segment=7'),
    'protected': onProtected('POST', '/delete_segment?segment=0'),
    'no segment': onSpare('POST', '/delete_segment'),
  },
  'POST /vod/{uuid}/bookmark': { added: onSpare('POST', '/bookmark', { name: 'here', offset: 1 }) },
  'DELETE /vod/{uuid}/bookmark': {
    'removed': async (s) => {
      const { uuid } = await s.spare();
      await s.call('POST', `/vod/${uuid}/bookmark`, { name: 'here', offset: 1 });
      return s.call('DELETE', `/vod/${uuid}/bookmark?index=0`);
    },
    'no such index': onSpare('DELETE', '/bookmark?index=3'),
  },
  'POST /vod/{uuid}/rename': { 'the same name': onSpare('POST', '/rename', { template: '{login}_{date}_{id}' }) },
  'POST /vod/{uuid}/check_mute': {
    'checked': async (s) => {
      await s.call('POST', `/vod/${s.vodUuid}/match`);
      return s.call('POST', `/vod/${s.vodUuid}/check_mute`);
    },
    'no provider video': onUnmatched('POST', '/check_mute'),
  },
  'POST /vod/{uuid}/match': {
    matched: (s) => s.call('POST', `/vod/${s.vodUuid}/match`),
    unmatched: onUnmatched('POST', '/match'),
  },
  'DELETE /vod/{uuid}': { deleted: onSpare('DELETE', ''), protected: onProtected('DELETE', '') },
  'POST /vod/{uuid}/fix_issues': { fixed: onSpare('POST', '/fix_issues') },
  'POST /vod/{uuid}/refresh_metadata': { done: onSpare('POST', '/refresh_metadata') },
  'POST /vod/{uuid}/download': {
    asked: async (s) => {
      await s.call('POST', `/vod/${s.vodUuid}/match`);
      return s.call('POST', `/vod/${s.vodUuid}/download?quality=best`);
    },
  },
  'GET /notifications': { any: get('/notifications') },
  'PUT /notifications': {
    saved: (s) =>
      s.call('PUT', '/notifications', {
        streamOnline: 1,
        streamOffline: 0,
        offlineStatusChange: 0,
        streamStatusChange: 0,
        streamStatusChangeFavourite: 0,
        vodMuted: 0,
        vodDeleted: 0,
        debug: 0,
        system: 0,
      }),
  },
  'GET /channels/{uuid}/history': { some: onFinished('GET', '/history'), none: onIdle('GET', '/history') },
  'POST /channels/{uuid}/subscribe': { asked: onIdle('POST', '/subscribe') },
  'POST /channels/{uuid}/unsubscribe': { asked: onIdle('POST', '/unsubscribe') },
  'GET /channels/{uuid}/checksubscriptions': { some: onFinished('GET', '/checksubscriptions') },
  'POST /channels/{uuid}/refresh': { asked: onIdle('POST', '/refresh') },
  'POST /channels/{uuid}/scan': {
    'asked': onIdle('POST', '/scan'),
    'while it is captured': onRunning('POST', '/scan'),
  },
  'POST /channels/{uuid}/scanlocalvideos': { asked: onIdle('POST', '/scanlocalvideos') },
  'POST /channels/{uuid}/force_record': {
    offline: onIdle('POST', '/force_record'),
    live: (s) => {
      s.all.act('plain', { do: 'start' });
      return s.call('POST', '/channels/plain/force_record');
    },
  },
  'POST /channels/{uuid}/rename': { 'no name': onIdle('POST', '/rename', {}) },
  'GET /channels/{uuid}/download/{video_id}': {
    'unknown': onIdle('GET', '/download/999999'),
    'there already': async (s) => {
      const path = `/channels/${s.channels.finished.uuid}/download/${(await s.matched()) ?? 'none'}`;
      await s.call('GET', path);
      return s.call('GET', path);
    },
  },
  'GET /channels/{uuid}/clips': { some: onFinished('GET', '/clips') },
  'POST /vod/{uuid}/download_chat': {
    'asked': async (s) => {
      await s.matched();
      return s.call('POST', `/vod/${s.vodUuid}/download_chat?method=tcd`);
    },
    'no provider video': onUnmatched('POST', '/download_chat?method=td'),
  },
  'GET /twitchapi/user/{login}': {
    known: get('/twitchapi/user/runner'),
    unknown: get('/twitchapi/user/nobody_at_all'),
  },
  'GET /twitchapi/videos/{login}': { some: get('/twitchapi/videos/teststreamer') },
  'GET /twitchapi/video/{id}': {
    known: async (s) => s.call('GET', `/twitchapi/video/${(await s.matched()) ?? 'none'}`),
    unknown: get('/twitchapi/video/999999'),
  },
  'GET /twitchapi/streams/{login}': { some: get('/twitchapi/streams/runner') },
  'GET /twitchapi/channel/{login}': { known: get('/twitchapi/channel/runner') },
  'GET /twitchapi/clips': {
    'some': async (s) => s.call('GET', `/twitchapi/clips?broadcaster_id=${s.channels.finished.userid}`),
    'nothing given': get('/twitchapi/clips'),
  },
  'POST /tools/chat_download': {
    'a method that is none': (s) =>
      s.call('POST', '/tools/chat_download', { url: 'https://www.twitch.tv/videos/1', method: 'xx' }),
  },
  'POST /tools/chat_dump': { started: (s) => s.call('POST', '/tools/chat_dump', { login: 'plain' }) },
  'GET /twitch/authenticate': { 'as an address': get('/twitch/authenticate?rawurl=true') },
  'GET /twitch/status': { 'no user': get('/twitch/status') },
  'POST /tools/vod_download': {
    'no url': (s) => s.call('POST', '/tools/vod_download', {}),
    'no id in it': (s) => s.call('POST', '/tools/vod_download', { url: 'https://www.twitch.tv/about' }),
  },
  'POST /tools/reset_channels': { done: (s) => s.call('POST', '/tools/reset_channels') },
  'POST /tools/shutdown': { 'while capturing': (s) => s.call('POST', '/tools/shutdown') },
  'GET /tools/runscheduler/{name}': {
    known: get('/tools/runscheduler/match_vods'),
    unknown: get('/tools/runscheduler/nothing'),
  },
  'GET /about/license': { 'nothing named': get('/about/license') },
  'GET /subscriptions': { some: get('/subscriptions') },
  'POST /subscriptions': { asked: (s) => s.call('POST', '/subscriptions') },
  'DELETE /subscriptions/{id}': { unknown: (s) => s.call('DELETE', '/subscriptions/nothing') },
  'GET /files': { 'switched off': get('/files?path=logs') },
  'GET /cron/check_deleted_vods': { run: get('/cron/check_deleted_vods') },
  'GET /cron/check_muted_vods': { run: get('/cron/check_muted_vods') },
  'GET /jobs': { some: get('/jobs') },
  'DELETE /jobs/{name}': { unknown: (s) => s.call('DELETE', '/jobs/nothing') },
  'GET /about': { any: get('/about') },
  'GET /log/{date}': { 'a day': (s) => s.call('GET', `/log/${day()}`) },
  'GET /log/{date}/{from}': { 'from a position': (s) => s.call('GET', `/log/${day()}/1`) },
  'POST /hook/twitch': {
    'no data': (s) => s.call('POST', '/hook/twitch', {}),
    'a bad signature': (s) => s.call('POST', '/hook/twitch', { challenge: 'x', subscription: {} }),
  },
};

const PASSWORD = { password: 'correct horse battery' };

/**
 * Cases that change the installation for all later ones. They run last, in this order, starting with the first
 * password.
 */
export const LAST: CaseRuns = {
  'POST /channels/{uuid}/deleteallvods': {
    'one is protected': async (s) => {
      await s.spare({ preventDeletion: true });
      return s.call('POST', `/channels/${s.channels.finished.uuid}/deleteallvods`);
    },
  },
  'DELETE /jobs/{name}': { killed: (s) => s.call('DELETE', '/jobs/capture_runner_*') },
  'DELETE /channels/{uuid}': { removed: (s) => s.call('DELETE', `/channels/${s.channels.idle.uuid}`) },
  'GET /auth/check': {
    'not logged in': async (s) => {
      await s.call('PUT', '/settings', { config: { guest_mode: true } });
      await s.call('POST', '/auth/password', PASSWORD);
      return s.call('GET', '/auth/check');
    },
    'logged in': async (s) => {
      await s.login(PASSWORD);
      return s.call('GET', '/auth/check');
    },
  },
  'POST /auth/login': {
    'the right password': (s) => {
      s.cookie = '';
      return s.call('POST', '/auth/login', PASSWORD);
    },
    'a wrong password': (s) => s.call('POST', '/auth/login', { password: 'wrong' }),
    'logged in already': async (s) => {
      await s.login(PASSWORD);
      return s.call('POST', '/auth/login', PASSWORD);
    },
  },
  'POST /auth/logout': { 'logged in': (s) => s.call('POST', '/auth/logout') },
  'GET /settings': {
    'a guest': (s) => {
      s.cookie = '';
      return s.call('GET', '/settings');
    },
  },
};
