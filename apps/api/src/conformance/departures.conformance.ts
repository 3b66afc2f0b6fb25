import { type Answer, error, is, list, ok, text } from './shapes.conformance.js';

/**
 * An intended difference between an answer of Vodkeep and of v0. `answer` replaces the fixture; `without` names fields
 * that Vodkeep does not return.
 */
export interface Departure {
  readonly why: string;
  readonly answer?: Answer;
  readonly without?: readonly string[];
}

const JOB = 'long work answers at once with a job';
const missing = (message: string): Departure => ({
  why: "something that is not there is a 404; the text is v0's",
  answer: error(404, message),
});
/** The message names the field and what is wrong with it; `fields` has the same for a form. */
const names = (field: string): Departure => ({
  why: 'bad input is a 400 that names the field; v0 had a text of its own for each',
  answer: {
    status: 400,
    body: { status: is('ERROR'), message: text(`{}${field}{}`), code: 's', fields: list({ path: 's', message: 's' }) },
  },
});

/** `METHOD /path` -> case -> the difference and its reason. The spec fails on an entry that is no longer needed. */
export const DEPARTURES: Readonly<Record<string, Readonly<Record<string, Departure>>>> = {
  'POST /auth/login': {
    'a wrong password': {
      why: 'a wrong password is 401, so that clients and proxies see the failure',
      answer: { status: 401, body: { status: is('ERROR'), message: text('Login failed'), authenticated: is(false) } },
    },
  },
  'GET /channels/{uuid}': { unknown: missing('Channel not found') },
  'GET /settings': {
    'a guest': { why: 'what of a site is used up is no matter of guests', without: ['quotas.twitch'] },
  },
  'POST /channels': {
    'no provider': names('provider'),
    'an unknown provider': names('provider'),
    'no login': names('url'),
    'a quality that is none': names('quality'),
    'no quality': {
      why: 'an empty list expresses no request: the best quality is recorded',
      answer: { status: 200, body: { status: is('OK'), message: 's' } },
    },
    'one that is there': {
      why: 'what is there already is a 409 on its field',
      answer: error(409, '{} has already been added as {}'),
    },
  },
  'POST /channels/{uuid}/subscribe': {
    asked: { why: 'says what followed, not that it stands in a log', answer: ok({ login: 's', status: 's' }) },
  },
  'POST /channels/{uuid}/scan': { asked: { why: JOB, answer: ok({ job: 's' }, "Channel '{}' is being scanned") } },
  'POST /channels/{uuid}/scanlocalvideos': { asked: { why: JOB, answer: ok({ job: 's' }, '{}local videos{}') } },
  'POST /channels/{uuid}/deleteallvods': {
    'one is protected': { why: `${JOB}; it names those that stay`, answer: ok({ job: 's' }) },
  },
  'GET /channels/{uuid}/download/{video_id}': {
    'unknown': missing('Video not found'),
    'there already': { why: 'what is there already is a 409', answer: error(409, 'Video already downloaded') },
  },
  'POST /channels/{uuid}/cleanup': { some: { why: JOB, answer: ok({ job: 's' }, 'Deleting {} VODs') } },
  'POST /vod/{uuid}/fix_issues': {
    fixed: {
      why: 'what a job has yet to do, and what stayed as it was, is named apart: it was counted as fixed',
      answer: { status: 200, body: { status: is('OK'), message: text('{} issues fixed ({}){}') } },
    },
  },
  'POST /vod/{uuid}/check_mute': {
    'no provider video': { why: 'the text goes on with what to do', answer: error(400, 'No VOD id{}') },
  },
  'POST /vod/{uuid}/match': {
    unmatched: { why: 'the text goes on with the reason', answer: error(400, 'Vod not matched{}') },
  },
  'POST /vod/{uuid}/refresh_metadata': {
    done: { why: `${JOB}; it says the old and the new length`, answer: ok({ job: 's' }) },
  },
  'POST /vod/{uuid}/download_chat': {
    'no provider video': {
      why: "the VOD is not matched: no fault of the server's; the text says what to do",
      answer: error(400, 'No twitch_vod_id{}'),
    },
  },
  'GET /twitchapi/user/{login}': { unknown: missing('User not found{}') },
  'GET /twitchapi/video/{id}': { unknown: missing('Video not found') },
  'POST /tools/chat_download': { 'a method that is none': names('method') },
  'GET /twitch/status': {
    'no user': { why: "nobody is signed in: no fault of the server's", answer: error(400, '{}') },
  },
  'POST /tools/vod_download': {
    'no url': names('url'),
    'no id in it': { why: 'says what a link of a video or a clip looks like', answer: error(400, '{}') },
  },
  'POST /tools/shutdown': {
    'while capturing': {
      why: "something is in the way: no fault of the server's",
      answer: error(409, 'There are still active streams'),
    },
  },
  'GET /about': { any: { why: 'v0 shows a path also of a tool that it did not find', without: ['path'] } },
  'GET /about/license': {
    'nothing named': {
      why: 'an error stands under message, as everywhere; v0 had it under error here',
      answer: error(400, '{}'),
    },
  },
  'GET /vod/{uuid}': { unknown: missing('Vod not found') },
  'POST /hook/twitch': {
    'no data': {
      why: 'a call that is not signed is 403, whatever it holds (W4)',
      answer: { status: 403, body: 'plain' },
    },
    'a bad signature': {
      why: 'a call that is not signed is 403 (W4)',
      answer: { status: 403, body: 'plain' },
    },
  },
};

/** Fields that routes do not return yet. */
export const FIELDS_TO_COME: readonly string[] = [];

/**
 * Routes of the fixtures that are not implemented yet; this list may only get shorter. The spec fails if one of them
 * answers.
 */
export const PENDING: readonly string[] = [];

const FILES = 'apps/api/src/modules/files/files.medium.spec.ts, with the switch on';

/** Cases that this spec cannot produce, and the specs that cover them. */
export const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /subscriptions': {
    none: 'an empty list is a success here, in the shape of `some`; v0 answers 200 with the status ERROR',
  },
  'GET /files': { 'some': FILES, 'no path': FILES, 'another place': FILES, 'missing': FILES },
  'DELETE /files': { missing: FILES },
  'POST /tools/clip_download': { asked: 'apps/api/src/modules/download/clip-and-chat-jobs.medium.spec.ts' },
  'POST /tools/chat_download': { asked: 'apps/api/src/modules/download/clip-and-chat-jobs.medium.spec.ts' },
  'POST /tools/vod_download': { asked: 'apps/api/src/modules/download/download.medium.spec.ts' },
  'POST /hook/twitch': {
    'a notification': 'apps/api/src/modules/push/webhook.medium.spec.ts',
    'a challenge': 'apps/api/src/modules/push/webhook.medium.spec.ts',
  },
};
