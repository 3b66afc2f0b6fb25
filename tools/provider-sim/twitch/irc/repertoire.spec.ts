import { describe, expect, it } from '@jest/globals';
import { channelEmotes, GLOBAL_EMOTES } from '../emotes/twitch-emotes.js';
import { Seeded } from '../seeded.js';
import { TwitchWorld, type TwitchChannel } from '../world.js';
import { commandOf, tagOf, withoutTags } from './irc-line.js';
import { Repertoire } from './repertoire.js';
import { OPEN_ROOM } from './room-state.js';

const AT = 1_790_000_000_000;
const [channel] = new TwitchWorld([
  { name: 'harbour', twitch: { userId: '1001', displayName: 'Harbour', title: '', category: '' } },
]).channels as [TwitchChannel];

/** Some rounds of everything: each entry is what is said at once. */
function play(
  seed: number,
  turns = 3000,
): { readonly groups: readonly (readonly string[])[]; readonly lines: readonly string[] } {
  const repertoire = new Repertoire({ channel, state: OPEN_ROOM }, seed, new Seeded(seed + 1));
  const groups = Array.from({ length: turns }, (_, i) => repertoire.next(AT + i));
  return { groups, lines: groups.flat() };
}

const { groups, lines } = play(7);
const of = (command: string): readonly string[] => lines.filter((line) => commandOf(line) === command);
const bodyOf = (line: string): string => / :(.*)$/s.exec(withoutTags(line).replace(/^:\S+ /, ''))?.[1] ?? '';
const payloadOf = (line: string): string =>
  bodyOf(line)
    .replace(/^\u0001ACTION /, '')
    .replace(/\u0001$/, '');
const messages = of('PRIVMSG');
const some = (test: (line: string) => boolean): boolean => messages.some(test);
const unescaped = (value: string | null): string =>
  (value ?? '').replaceAll(/\\(.)/g, (_, char: string) => ({ 's': ' ', ':': ';', 'r': '\r', 'n': '\n' })[char] ?? char);

describe('what is said in a simulated chat', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(play(7, 400).lines).toEqual(lines.slice(0, play(7, 400).lines.length));
    expect(play(8, 400).lines).not.toEqual(play(7, 400).lines);
  });

  it('is nothing but lines of the grammar, each in one line', () => {
    for (const line of lines) expect(line).toMatch(/^@[^ ]+ :[^ ]+ [A-Z]+ #harbour( :[^\r\n\0]*)?$/u);
  });

  it('gives every message and notice an id of its own, the room and its time', () => {
    const tagged = [...messages, ...of('USERNOTICE')];
    expect(new Set(tagged.map((line) => tagOf(line, 'id'))).size).toBe(tagged.length);
    expect(
      tagged.filter((line) => tagOf(line, 'room-id') !== '1001' || !(Number(tagOf(line, 'tmi-sent-ts')) >= AT)),
    ).toEqual([]);
  });

  it('points with well-formed ranges at the emotes, by code points', () => {
    const names = new Map([...GLOBAL_EMOTES, ...channelEmotes(channel)].map(({ id, name }) => [id, name]));
    let checked = 0;
    for (const line of [...messages, ...of('USERNOTICE')]) {
      const payload = payloadOf(line);
      if (payload === 'Kappa is broken here') continue;
      for (const [, id = '', ranges = ''] of (tagOf(line, 'emotes') ?? '').matchAll(/([^/:]+):([^/]+)/g))
        for (const range of ranges.split(',')) {
          const [start, end] = range.split('-').map(Number) as [number, number];
          checked += 1;
          expect(
            Array.from(payload)
              .slice(start, end + 1)
              .join(''),
          ).toBe(names.get(id) ?? 'Kappa_HF');
        }
    }
    expect(checked).toBeGreaterThan(500);
  });

  it.each([
    ['an emote after an astral emoji', (line) => /😀.*Kappa/u.test(line) && tagOf(line, 'emotes') !== ''],
    ['an emote after CJK', (line) => line.includes('你好 PogChamp')],
    ['a joined emoji', (line) => line.includes('👨‍👩‍👧‍👦')],
    ['writing from right to left', (line) => line.includes('مرحبا')],
    ['a word longer than a line', (line) => /\p{L}{100}/u.test(bodyOf(line))],
    ['a text of nearly 500 characters', (line) => bodyOf(line).length > 480],
    ['markup', (line) => bodyOf(line).includes('<script>')],
    ['an action', (line) => /^\u0001ACTION .*\u0001$/.test(bodyOf(line))],
    ['an action that was cut off', (line) => /^\u0001ACTION .*[^\u0001]$/.test(bodyOf(line))],
    ['bits', (line) => tagOf(line, 'bits') === '100'],
    ['bits of several cheers together', (line) => tagOf(line, 'bits') === '1051'],
    ['a cheer without bits', (line) => bodyOf(line).startsWith('Cheer100') && tagOf(line, 'bits') === null],
    ['a first message', (line) => tagOf(line, 'first-msg') === '1'],
    ['a returning chatter', (line) => tagOf(line, 'returning-chatter') === '1'],
    ['a highlighted message', (line) => tagOf(line, 'msg-id') === 'highlighted-message'],
    ['a reward', (line) => tagOf(line, 'custom-reward-id') !== null],
    ['an emote made large', (line) => tagOf(line, 'msg-id') === 'gigantified-emote-message'],
    ['hype chat', (line) => tagOf(line, 'pinned-chat-paid-amount') === '500'],
    ['emotes only', (line) => tagOf(line, 'emote-only') === '1'],
    ['a message of another room', (line) => ![null, '1001'].includes(tagOf(line, 'source-room-id'))],
    [
      'a message shared with other rooms',
      (line) => tagOf(line, 'source-room-id') === '1001' && tagOf(line, 'source-id') === tagOf(line, 'id'),
    ],
    ['an animated emote', (line) => /emotesv2_[0-9a-f]{31}a/.test(tagOf(line, 'emotes') ?? '')],
    ['a modified emote', (line) => (tagOf(line, 'emotes') ?? '').includes('25_HF:')],
    ['an emote of the channel', (line) => bodyOf(line).startsWith('harbouHype')],
    ['ranges out of bounds', (line) => tagOf(line, 'emotes') === '25:0-4,90-94'],
    ['a reversed range', (line) => tagOf(line, 'emotes') === '25:4-0'],
    ['a range without a dash', (line) => tagOf(line, 'emotes') === '25:04'],
    ['no colour', (line) => tagOf(line, 'color') === ''],
    ['no name', (line) => tagOf(line, 'display-name') === ''],
    ['a name in another script', (line) => tagOf(line, 'display-name') === '김민지'],
    ['a name that ends with a blank', (line) => tagOf(line, 'display-name') === 'Wren\\s'],
    ['tags without a value', (line) => /;badges;/.test(line)],
    ['a tag nobody knows', (line) => unescaped(tagOf(line, 'new-tag-of-next-year')) === '1;2 3\\4'],
    ['a badge version that is no number', (line) => (tagOf(line, 'badges') ?? '').includes('predictions/blue-1')],
    [
      'badge info with escaped words',
      (line) => unescaped(tagOf(line, 'badge-info')).includes('predictions/Blue⸝ the fast one'),
    ],
    ['a moderator', (line) => tagOf(line, 'mod') === '1'],
    ['a VIP', (line) => tagOf(line, 'vip') === '1'],
    ['the broadcaster', (line) => (tagOf(line, 'badges') ?? '').startsWith('broadcaster/1')],
    ['emotes of other sites, one over the other', (line) => bodyOf(line).startsWith('FeelsGoodMan SoSnowy')],
  ] as readonly (readonly [string, (line: string) => boolean])[])('has %s', (_, test) => {
    expect(some(test)).toBe(true);
  });

  it('answers messages that were really sent, with their text', () => {
    const byId = new Map(messages.map((line) => [tagOf(line, 'id'), line]));
    const replies = messages.filter((line) => tagOf(line, 'reply-parent-msg-id') !== null);
    expect(replies.length).toBeGreaterThan(3);
    for (const line of replies) {
      expect(unescaped(tagOf(line, 'reply-parent-msg-body'))).toBe(
        payloadOf(byId.get(tagOf(line, 'reply-parent-msg-id')) ?? ''),
      );
      expect(bodyOf(line)).toMatch(/^@\S/);
    }
    expect(
      replies.some((line) => tagOf(line, 'reply-thread-parent-msg-id') !== tagOf(line, 'reply-parent-msg-id')),
    ).toBe(true);
  });

  it('has every kind of notice', () => {
    expect([...new Set(of('USERNOTICE').map((line) => tagOf(line, 'msg-id')))].sort()).toEqual([
      'announcement',
      'anongiftpaidupgrade',
      'anonsubgift',
      'anonsubmysterygift',
      'bitsbadgetier',
      'charitydonation',
      'communitypayforward',
      'giftpaidupgrade',
      'kind-of-next-year',
      'modiversary',
      'onetapgiftredeemed',
      'primepaidupgrade',
      'raid',
      'resub',
      'rewardgift',
      'ritual',
      'sharedchatnotice',
      'socialsharingbadge',
      'standardpayforward',
      'sub',
      'subgift',
      'submysterygift',
      'unraid',
      'viewermilestone',
    ]);
    expect(new Set(of('USERNOTICE').map((line) => tagOf(line, 'msg-param-color')))).toEqual(
      new Set([null, 'PRIMARY', 'BLUE', 'GREEN', 'ORANGE', 'PURPLE']),
    );
    expect(
      of('USERNOTICE')
        .filter((line) => tagOf(line, 'msg-id') === 'resub')
        .map((line) => / :[^:]*$/.test(withoutTags(line).slice(1))),
    ).toEqual(expect.arrayContaining([true, false]));
  });

  it('follows a mystery gift with as many gifts as it tells of, of the same ids', () => {
    const gifts = groups.filter(([first = '']) => /^(anon)?submysterygift$/.test(tagOf(first, 'msg-id') ?? ''));
    expect(gifts.length).toBeGreaterThan(1);
    for (const [begun = '', ...each] of gifts) {
      expect(each).toHaveLength(Number(tagOf(begun, 'msg-param-mass-gift-count')));
      expect(new Set([begun, ...each].map((line) => tagOf(line, 'msg-param-community-gift-id'))).size).toBe(1);
      expect(each.every((line) => /^(anon)?subgift$/.test(tagOf(line, 'msg-id') ?? ''))).toBe(true);
    }
    expect(
      gifts.some(
        ([begun = '']) => tagOf(begun, 'login') === 'ananonymousgifter' && tagOf(begun, 'user-id') === '274598607',
      ),
    ).toBe(true);
  });

  it('takes away: one message, a user for a while or for good, everything', () => {
    const sent = new Set(messages.map((line) => tagOf(line, 'id')));
    expect(of('CLEARMSG').length).toBeGreaterThan(1);
    for (const line of of('CLEARMSG')) expect(sent).toContain(tagOf(line, 'target-msg-id'));
    const kinds = new Set(
      of('CLEARCHAT').map((line) =>
        tagOf(line, 'target-user-id') === null
          ? `all ${bodyOf(line)}`
          : tagOf(line, 'ban-duration') === null
            ? 'ban'
            : `timeout ${tagOf(line, 'ban-duration') ?? ''}`,
      ),
    );
    expect(kinds).toEqual(new Set(['all ', 'ban', 'timeout 600', 'timeout 1']));
  });

  it('changes the room one thing at a time, and back', () => {
    expect(of('ROOMSTATE').length).toBeGreaterThan(5);
    for (const line of of('ROOMSTATE'))
      expect(line).toMatch(
        /^@room-id=1001;(slow|emote-only|followers-only|subs-only|r9k)=-?\d+ :tmi\.twitch\.tv ROOMSTATE #harbour$/,
      );
    const changes = groups
      .filter(([first = '']) => commandOf(first) === 'ROOMSTATE')
      .map(([, second = '']) => tagOf(second, 'msg-id'));
    expect(changes.slice(0, 10)).toEqual([
      'slow_on',
      'slow_off',
      'emote_only_on',
      'emote_only_off',
      'followers_on_zero',
      'followers_off',
      'subs_on',
      'subs_off',
      'r9k_on',
      'r9k_off',
    ]);
  });
});
