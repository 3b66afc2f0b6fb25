import { describe, expect, it } from '@jest/globals';
import { ChatRecord } from '#libs/contracts';
import { parseIrcLine } from './irc-line.js';
import { toRecord } from './to-record.js';

const SEEN = 1_770_000_000_500;
const record = (line: string): ChatRecord | null => toRecord(parseIrcLine(line)!, SEEN);
const BY = ':ann!ann@ann.tmi.twitch.tv';
const TAGS =
  '@badge-info=subscriber/34;badges=subscriber/24,predictions/blue-1;color=#1E90FF;display-name=Änn\\s;emotes=25:0-4;id=m1;room-id=7;tmi-sent-ts=1770000000123;user-id=42';

describe('a message', () => {
  it('has its author, its time, its emotes, and every tag', () => {
    expect(record(`${TAGS} ${BY} PRIVMSG #room :Kappa hi`)).toEqual({
      t: 'message',
      id: 'm1',
      at: 1_770_000_000_123,
      seenAt: SEEN,
      text: 'Kappa hi',
      action: false,
      bits: 0,
      emotes: [{ id: '25', begin: 0, end: 5 }],
      author: {
        id: '42',
        login: 'ann',
        name: 'Änn',
        color: '#1E90FF',
        badges: [
          { set: 'subscriber', version: '24' },
          { set: 'predictions', version: 'blue-1' },
        ],
      },
      tags: {
        'badge-info': 'subscriber/34',
        'badges': 'subscriber/24,predictions/blue-1',
        'color': '#1E90FF',
        'display-name': 'Änn ',
        'emotes': '25:0-4',
        'id': 'm1',
        'room-id': '7',
        'tmi-sent-ts': '1770000000123',
        'user-id': '42',
      },
    });
  });
  it('has the login for a name that is empty, and no colour for none', () => {
    expect(record(`@color=;display-name=;id=1 ${BY} PRIVMSG #room :x`)).toMatchObject({
      author: { name: 'ann', color: null, badges: [] },
    });
    expect(record(`@display-name=\\s;color=red;id=1 ${BY} PRIVMSG #room :x`)).toMatchObject({
      author: { name: 'ann', color: null },
    });
  });
  it.each([
    ['\u0001ACTION Kappa dances\u0001', 'Kappa dances'],
    ['\u0001ACTION Kappa dan', 'Kappa dan'],
    ['\u0001ACTION \u0001', ''],
    ['\u0001ACTION\u0001', ''],
    ['\u0001ACTION', ''],
  ])('is an action where it says %j', (payload, text) => {
    expect(record(`@emotes=25:0-4;id=1 ${BY} PRIVMSG #room :${payload}`)).toMatchObject({
      action: true,
      text,
      emotes: text.startsWith('Kappa') ? [{ id: '25', begin: 0, end: 5 }] : [],
    });
  });
  it('has its bits, and none where they are no number', () => {
    expect(
      [`@bits=100;id=1`, '@bits=x;id=1', '@bits=-5;id=1'].map((tags) =>
        record(`${tags} ${BY} PRIVMSG #room :Cheer100`),
      ),
    ).toMatchObject([{ bits: 100 }, { bits: 0 }, { bits: 0 }]);
  });
  it("of another room keeps this room's id, and the original's in its tags", () => {
    expect(record(`@id=here;source-id=there;source-room-id=9;room-id=7 ${BY} PRIVMSG #room :hi`)).toMatchObject({
      t: 'message',
      id: 'here',
      tags: { 'source-id': 'there', 'source-room-id': '9' },
    });
  });
  it('without tags gets a unique id and the local time', () => {
    const [first, second] = ['a', 'b'].map((text) => record(`${BY} PRIVMSG #room :${text}`));
    expect(first).toMatchObject({ t: 'message', at: SEEN, author: { login: 'ann', name: 'ann' } });
    expect(first).not.toEqual({ ...second, text: 'a' });
  });
});

describe('a notice', () => {
  it.each(['sub', 'raid', 'announcement', 'kind-of-next-year'])(
    "of kind %s has the site's sentence and what the user added",
    (kind) => {
      expect(
        record(
          `@display-name=Ann;emotes=25:0-4;id=n1;login=ann;msg-id=${kind};msg-param-x=a\\sb;system-msg=Ann\\sdid\\sit.;tmi-sent-ts=5;user-id=42 :tmi.twitch.tv USERNOTICE #room :Kappa`,
        ),
      ).toMatchObject({
        t: 'notice',
        id: 'n1',
        at: 5,
        kind,
        systemText: 'Ann did it.',
        text: 'Kappa',
        emotes: [{ id: '25', begin: 0, end: 5 }],
        author: { id: '42', login: 'ann', name: 'Ann' },
        tags: { 'msg-param-x': 'a b' },
      });
    },
  );
  it('may have no text', () => {
    expect(record('@id=n1;login=ann;msg-id=raid;system-msg=x :tmi.twitch.tv USERNOTICE #room')).toMatchObject({
      t: 'notice',
      text: '',
      emotes: [],
    });
  });
});

describe('moderation', () => {
  it('deletes one message', () => {
    expect(
      record('@login=ann;room-id=;target-msg-id=m1;tmi-sent-ts=9 :tmi.twitch.tv CLEARMSG #room :gone'),
    ).toMatchObject({ t: 'delete', at: 9, targetId: 'm1', login: 'ann' });
    expect(record('@login=ann :tmi.twitch.tv CLEARMSG #room :gone')).toBeNull();
  });
  it('times a user out, bans one, clears the chat', () => {
    expect(
      [
        '@ban-duration=600;target-user-id=42;tmi-sent-ts=9 :tmi.twitch.tv CLEARCHAT #room :ann',
        '@target-user-id=42 :tmi.twitch.tv CLEARCHAT #room :ann',
        '@room-id=7 :tmi.twitch.tv CLEARCHAT #room',
        ':tmi.twitch.tv CLEARCHAT #room :ann',
      ].map(record),
    ).toMatchObject([
      { t: 'clear', at: 9, userId: '42', login: 'ann', seconds: 600 },
      { userId: '42', login: 'ann', seconds: null },
      { userId: null, login: null, seconds: null },
      { userId: '', login: 'ann' },
    ]);
  });
});

describe('other lines', () => {
  it('is of the room: its modes and what it says of them', () => {
    expect(record('@emote-only=0;room-id=7;slow=30 :tmi.twitch.tv ROOMSTATE #room')).toEqual({
      t: 'room',
      at: SEEN,
      seenAt: SEEN,
      text: '',
      tags: { 'emote-only': '0', 'room-id': '7', 'slow': '30' },
    });
    expect(record('@msg-id=slow_on :tmi.twitch.tv NOTICE #room :This room is now in slow mode.')).toMatchObject({
      t: 'room',
      text: 'This room is now in slow mode.',
      tags: { 'msg-id': 'slow_on' },
    });
  });
  it.each([
    'PING :x',
    ':tmi.twitch.tv 001 me :hi',
    ':tmi.twitch.tv NOTICE * :Login authentication failed',
    ':x JOIN #room',
    ':x USERSTATE #room',
    ':x SOMETHING #room :new',
    ':x HOSTTARGET #room :- 0',
    ':x PRIVMSG',
  ])('are ignored: %s', (line) => {
    expect(record(line)).toBeNull();
  });
  it('fits the contract', () => {
    for (const line of [
      `${TAGS} ${BY} PRIVMSG #room :Kappa`,
      `${BY} PRIVMSG #room`,
      '@tmi-sent-ts=x :t USERNOTICE #room',
      ':t CLEARCHAT #room',
      ':t ROOMSTATE #room',
    ])
      expect(ChatRecord.safeParse(record(line)).success).toBe(true);
  });
});
