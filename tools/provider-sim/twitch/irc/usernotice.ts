import { hexOf, uuidOf } from '../seeded.js';
import { emotesTag } from './emote-ranges.js';
import { ircLine } from './irc-line.js';
import { senderTags, type Moment, type Tags } from './privmsg.js';
import type { Viewer } from './viewer.js';

/** A USERNOTICE before serialization. `params` without the prefix `msg-param-`. */
export interface Notice {
  readonly msgId: string;
  readonly by: Viewer;
  readonly system: string;
  readonly params?: Tags;
  /** Text of the user; emote ranges refer to it. */
  readonly text?: string;
  readonly tags?: Tags;
}

export function usernotice(
  { login, roomId, at, id, emotes }: Moment,
  { msgId, by, system, params = {}, text, tags = {} }: Notice,
): string {
  const named = Object.fromEntries(Object.entries(params).map(([key, value]) => [`msg-param-${key}`, value]));
  const all: Tags = {
    ...senderTags(by),
    'emotes': emotesTag(text ?? '', emotes),
    'flags': '',
    id,
    'login': by.login,
    'msg-id': msgId,
    ...named,
    'room-id': roomId,
    'system-msg': system,
    'tmi-sent-ts': at,
    ...tags,
  };
  return ircLine({ tags: all, command: 'USERNOTICE', params: [`#${login}`], trailing: text });
}

/** Template of one kind of notice. `other`: the recipient, or the earlier user. */
export type NoticeKind = (by: Viewer, other: Viewer) => Notice;

const nameOf = ({ displayName, login }: Viewer): string => (displayName.trim() === '' ? login : displayName.trim());
const PLAN_NAMES: Readonly<Record<string, string>> = { Prime: 'Prime', 1000: 'Tier 1', 2000: 'Tier 2', 3000: 'Tier 3' };
const plan = (code: string): Tags => ({
  'sub-plan': code,
  'sub-plan-name':
    code === 'Prime' ? 'Channel Subscription (Prime)' : `Channel Subscription (${PLAN_NAMES[code] ?? code})`,
});
const recipient = (other: Viewer): Tags => ({
  'recipient-id': other.userId,
  'recipient-user-name': other.login,
  'recipient-display-name': nameOf(other),
});

const resub =
  (code: string, months: number, more: { readonly text?: string } = {}): NoticeKind =>
  (by) => ({
    msgId: 'resub',
    by,
    ...more,
    system: `${nameOf(by)} subscribed ${code === 'Prime' ? 'with Prime' : `at ${PLAN_NAMES[code] ?? code}`}. They've subscribed for ${String(months)} months!`,
    params: {
      'cumulative-months': months,
      'months': 0,
      'multimonth-duration': 1,
      'multimonth-tenure': 0,
      'should-share-streak': 1,
      'streak-months': Math.min(months, 12),
      ...plan(code),
      'was-gifted': 'false',
    },
  });
const gift =
  (msgId: 'subgift' | 'anonsubgift'): NoticeKind =>
  (by, other) => ({
    msgId,
    by,
    system: `${nameOf(by)} gifted a Tier 1 sub to ${nameOf(other)}!`,
    params: {
      'gift-months': 1,
      'months': 7,
      'origin-id': hexOf(by.login + other.login, 40),
      ...recipient(other),
      'sender-count': msgId === 'subgift' ? 3 : 0,
      ...plan('1000'),
      'fun-string': 'FunStringTwo',
    },
  });

/**
 * One notice of each known kind (https://dev.twitch.tv/docs/chat/irc/), some in several variants; unknown kinds are at
 * the end.
 */
export const NOTICE_KINDS: readonly NoticeKind[] = [
  (by) => ({
    msgId: 'sub',
    by,
    system: `${nameOf(by)} subscribed at Tier 1.`,
    params: {
      'cumulative-months': 1,
      'months': 0,
      'multimonth-duration': 3,
      'multimonth-tenure': 0,
      'should-share-streak': 0,
      ...plan('1000'),
      'was-gifted': 'false',
      'goal-contribution-type': 'SUBS',
      'goal-current-contributions': 41,
      'goal-target-contributions': 50,
      'goal-description': 'fifty; then a bath',
    },
  }),
  (by) => ({
    msgId: 'sub',
    by,
    system: `${nameOf(by)} subscribed with Prime.`,
    params: { 'cumulative-months': 1, 'months': 0, 'should-share-streak': 0, ...plan('Prime'), 'was-gifted': 'false' },
  }),
  resub('2000', 17, { text: 'seventeen already 😄 Kappa still here' }),
  resub('Prime', 4),
  gift('subgift'),
  gift('anonsubgift'),
  (by, other) => ({
    msgId: 'giftpaidupgrade',
    by,
    system: `${nameOf(by)} is continuing the Gift Sub they got from ${nameOf(other)}!`,
    params: {
      'sender-login': other.login,
      'sender-name': nameOf(other),
      'promo-name': 'Subtember',
      'promo-gift-total': 5,
    },
  }),
  (by) => ({
    msgId: 'anongiftpaidupgrade',
    by,
    system: `${nameOf(by)} is continuing the Gift Sub they got from an anonymous user!`,
  }),
  (by) => ({
    msgId: 'primepaidupgrade',
    by,
    system: `${nameOf(by)} converted from a Prime sub to a Tier 1 sub!`,
    params: { 'sub-plan': '1000' },
  }),
  (by, other) => ({
    msgId: 'standardpayforward',
    by,
    system: `${nameOf(by)} is paying forward the Gift they got from ${nameOf(other)} to ${nameOf(by)}!`,
    params: {
      'prior-gifter-anonymous': 'false',
      'prior-gifter-id': other.userId,
      'prior-gifter-user-name': other.login,
      'prior-gifter-display-name': nameOf(other),
      ...recipient(by),
    },
  }),
  (by) => ({
    msgId: 'communitypayforward',
    by,
    system: `${nameOf(by)} is paying forward the Gift they got from an anonymous gifter to the community!`,
    params: { 'prior-gifter-anonymous': 'true' },
  }),
  (by) => ({
    msgId: 'raid',
    by,
    system: `37 raiders from ${nameOf(by)} have joined!`,
    params: {
      displayName: nameOf(by),
      login: by.login,
      viewerCount: 37,
      profileImageURL: `https://static-cdn.jtvnw.net/jtv_user_pictures/${uuidOf(by.login)}-profile_image-70x70.png`,
    },
  }),
  (by) => ({ msgId: 'unraid', by, system: 'The raid has been canceled.' }),
  (by) => ({
    msgId: 'ritual',
    by,
    system: `${nameOf(by)} is new here. Say hello!`,
    params: { 'ritual-name': 'new_chatter' },
    text: 'HeyGuys',
  }),
  (by) => ({
    msgId: 'bitsbadgetier',
    by,
    system: 'bits badge tier notification',
    params: { threshold: 1000 },
    text: 'shiny!',
  }),
  ...['PRIMARY', 'BLUE', 'GREEN', 'ORANGE', 'PURPLE'].map((color): NoticeKind => (by) => ({
    msgId: 'announcement',
    by,
    system: '',
    params: { color },
    text: `Raffle at the full hour, in ${color.toLowerCase()} SeemsGood`,
  })),
  (by) => ({
    msgId: 'viewermilestone',
    by,
    system: `${nameOf(by)} watched 5 consecutive streams and sparked a watch streak!`,
    params: { category: 'watch-streak', value: 5, copoReward: 450, id: uuidOf(`${by.login} streak`) },
    text: 'five in a row',
  }),
  (by) => ({
    msgId: 'rewardgift',
    by,
    system: 'A Cheer shared Rewards to 10 others in Chat!',
    params: {
      'domain': 'holiday-cheer',
      'selected-count': 10,
      'total-reward-count': 10,
      'trigger-amount': 50,
      'trigger-type': 'CHEER',
    },
  }),
  (by) => ({
    msgId: 'modiversary',
    by,
    system: `${nameOf(by)} has been a moderator for 12 months!`,
    params: { months: 12 },
  }),
  (by) => ({
    msgId: 'socialsharingbadge',
    by,
    system: `${nameOf(by)} has earned the Clip Star badge!`,
    params: { 'badge-set-id': 'social-sharing', 'badge-version': 1 },
  }),
  (by) => ({
    msgId: 'sharedchatnotice',
    by,
    system: `${nameOf(by)} subscribed at Tier 1.`,
    params: { 'cumulative-months': 1, ...plan('1000') },
    tags: {
      'source-badge-info': '',
      'source-badges': '',
      'source-id': uuidOf(`${by.login} shared`),
      'source-msg-id': 'sub',
      'source-room-id': '70000001',
    },
  }),
  (by) => ({
    msgId: 'charitydonation',
    by,
    system: `${nameOf(by)}: Donated USD 20 to support The Lighthouse Fund`,
    params: {
      'charity-name': 'The Lighthouse Fund',
      'donation-amount': 2000,
      'donation-currency': 'USD',
      'exponent': 2,
    },
  }),
  (by) => ({
    msgId: 'onetapgiftredeemed',
    by,
    system: `${nameOf(by)} redeemed Heart x 5`,
    params: { 'bits-spent': 5, 'gift-id': 'heart' },
  }),
  (by) => ({
    msgId: 'kind-of-next-year',
    by,
    system: `${nameOf(by)} did something new; nobody knows what.`,
    params: { 'what-it-is': 'unknown' },
    text: 'hello from the future LUL',
  }),
];

/**
 * A mystery gift: the notice, then one gift per recipient, all with the same ids. `moments` has one more entry than
 * there are recipients.
 */
export function mysteryGift(moments: readonly Moment[], by: Viewer, recipients: readonly Viewer[]): readonly string[] {
  const [first, ...rest] = moments;
  if (!first) return [];
  const isAnonymous = by.login === 'ananonymousgifter';
  const ids: Tags = {
    'community-gift-id': String(Number.parseInt(hexOf(first.id, 12), 16)),
    'origin-id': String(Number.parseInt(hexOf(first.id, 12), 16)),
  };
  const begun = usernotice(first, {
    msgId: isAnonymous ? 'anonsubmysterygift' : 'submysterygift',
    by,
    system: `${nameOf(by)} is gifting ${String(recipients.length)} Tier 1 Subs to the community!`,
    params: {
      ...ids,
      'mass-gift-count': recipients.length,
      'sender-count': isAnonymous ? 0 : recipients.length,
      'sub-plan': '1000',
    },
  });
  return [
    begun,
    ...rest.map((moment, i) => {
      const { params, ...one } = gift(isAnonymous ? 'anonsubgift' : 'subgift')(by, recipients[i] ?? by);
      return usernotice(moment, { ...one, params: { ...params, ...ids, 'sender-count': 0 } });
    }),
  ];
}
