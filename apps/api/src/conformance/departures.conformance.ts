import { type Answer, error, is, list, ok, text } from './shapes.conformance.js';

/** Where an answer of ours differs from the reference's on purpose. `answer` stands in place of the fixture; `without` names fields that we do not give. */
export interface Departure { readonly why: string; readonly answer?: Answer; readonly without?: readonly string[] }

const missing = (message: string): Departure => ({ why: "something that is not there is a 404 (issue 5); the text is v0's", answer: error(404, message) });
/** The text names the field and what is wrong with it, and `fields` says the same for a form (issue 5, "Bad input"). */
const names = (field: string): Departure => ({ why: 'bad input is a 400 that names the field (issue 5); v0 had a text of its own for each', answer: { status: 400, body: { status: is('ERROR'), message: text(`{}${field}{}`), code: 's', fields: list({ path: 's', message: 's' }) } } });

/** `METHOD /path` -> case -> what differs and why. One that is not needed any more fails the spec. */
export const DEPARTURES: Readonly<Record<string, Readonly<Record<string, Departure>>>> = {
  'POST /auth/login': { 'a wrong password': { why: 'a wrong password is 401 (architecture 10)', answer: { status: 401, body: { status: is('ERROR'), message: text('Login failed'), authenticated: is(false) } } } },
  'GET /channels/{uuid}': { unknown: missing('Channel not found') },
  'POST /channels': {
    'no provider': names('provider'), 'an unknown provider': names('provider'), 'no login': names('url'), 'a quality that is none': names('quality'),
    'no quality': { why: 'an empty list is no wish: the best (architecture 10, "Quality")', answer: { status: 200, body: { status: is('OK'), message: 's' } } },
    'one that is there': { why: 'what is there already is a 409 on its field', answer: error(409, '{} is followed already, as {}') },
  },
  'POST /channels/{uuid}/cleanup': { some: { why: 'long work answers at once with a job (issue 5)', answer: ok({ job: 's' }, 'Deleting {} VODs') } },
  'POST /vod/{uuid}/check_mute': { 'no provider video': { why: 'the text goes on with what to do', answer: error(400, 'No VOD id{}') } },
  'GET /vod/{uuid}': { unknown: missing('Vod not found') },
  'POST /hook/twitch': {
    'no data': { why: 'a call that is not signed is 403, whatever it holds (server-behaviour case 4)', answer: { status: 403, body: 'plain' } },
    'a bad signature': { why: 'a call that is not signed is 403 (server-behaviour case 4)', answer: { status: 403, body: 'plain' } },
  },
};

/** Fields of routes that are there already which their owners still bring; empty at the end of issue 5. */
export const FIELDS_TO_COME: readonly string[] = [
  'path_chat', 'path_downloaded_vod', 'path_losslesscut', 'path_chatrender', 'path_chatburn', 'path_chatdump', 'path_chatmask', 'path_playlist', 'channel_data', 'current_chapter', 'quotas.twitch',
  'bins.mediainfo', 'bins.twitchdownloader', 'bins.python', 'bins.node', 'bins.tcd', 'bins.pipenv',
];

/** Routes of the fixtures that are not there yet: this list only ever gets shorter. A route of it that answers fails the spec. */
export const PENDING: readonly string[] = [
  
  'GET /notifications', 'PUT /notifications', 'POST /notifications/test', 
  'GET /channels/{uuid}/history', 'POST /channels/{uuid}/subscribe', 'POST /channels/{uuid}/unsubscribe', 'GET /channels/{uuid}/checksubscriptions', 'POST /channels/{uuid}/refresh', 'POST /channels/{uuid}/scan', 'POST /channels/{uuid}/scanlocalvideos',
  'POST /channels/{uuid}/force_record', 'POST /channels/{uuid}/rename', 'POST /channels/{uuid}/deleteallvods', 'POST /channels/{uuid}/exportallvods', 'GET /channels/{uuid}/clips', 'GET /channels/{uuid}/download/{video_id}',
  'POST /vod/{uuid}/cut', 
  'POST /vod/{uuid}/fix_issues', 'POST /vod/{uuid}/refresh_metadata', 'POST /vod/{uuid}/download', 'POST /vod/{uuid}/download_chat', 'POST /vod/{uuid}/renderwizard', 'GET /vod/{uuid}/sync',
  'GET /twitchapi/user/{login}', 'GET /twitchapi/videos/{login}', 'GET /twitchapi/video/{id}', 'GET /twitchapi/streams/{login}', 'GET /twitchapi/channel/{login}', 'GET /twitchapi/clips', 'GET /twitch/authenticate', 'GET /twitch/status',
  'GET /youtubeapi/videos/{id}', 'GET /youtubeapi/video/{id}', 'POST /youtubeapi/channelid', 'GET /kickapi/users/{slug}', 'GET /youtube/status', 'GET /youtube/authenticate', 'GET /youtube/destroy', 'GET /youtube/playlists',
  'POST /tools/vod_download', 'POST /tools/chat_download', 'POST /tools/clip_download', 'POST /tools/chat_dump', 'POST /tools/reset_channels', 'POST /tools/shutdown', 'GET /tools/runscheduler/{name}',
  'GET /about/license', 'GET /subscriptions', 'POST /subscriptions', 'DELETE /subscriptions/{id}', 'GET /files', 'DELETE /files', 'POST /exporter', 'GET /exporter/rclone/remotes', 'GET /cron/check_deleted_vods', 'GET /cron/check_muted_vods',
  'GET /telemetry/show', 'POST /telemetry/send',
];

/** Cases that this spec cannot make happen, and where they are shown instead. */
export const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /hook/twitch': { 'a notification': 'apps/api/src/push/webhook.medium.spec.ts', 'a challenge': 'apps/api/src/push/webhook.medium.spec.ts' },
};
