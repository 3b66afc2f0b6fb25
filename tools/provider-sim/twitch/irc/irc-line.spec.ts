import { describe, expect, it } from '@jest/globals';
import { commandOf, escapeTag, ircLine, maskOf, parseClientLine, tagOf, withoutTags } from './irc-line.js';

describe('lines of the chat', () => {
  it('escapes what would end a tag', () => {
    expect(escapeTag('a b;c\\d\r\n')).toBe('a\\sb\\:c\\\\d\\r\\n');
  });

  it.each([
    [
      'with tags, mask and text',
      {
        tags: { id: 'x', mod: 0, color: '' },
        prefix: maskOf('mossy'),
        command: 'PRIVMSG',
        params: ['#a'],
        trailing: 'hi : there',
      },
      '@id=x;mod=0;color= :mossy!mossy@mossy.tmi.twitch.tv PRIVMSG #a :hi : there',
    ],
    ['without a text', { command: 'CLEARCHAT', params: ['#a'] }, ':tmi.twitch.tv CLEARCHAT #a'],
    [
      'with an empty text',
      { command: 'PONG', params: ['tmi.twitch.tv'], trailing: '' },
      ':tmi.twitch.tv PONG tmi.twitch.tv :',
    ],
    [
      'with a key alone',
      { tags: { flags: null, id: '1' }, command: 'RECONNECT' },
      '@flags;id=1 :tmi.twitch.tv RECONNECT',
    ],
  ])('is written %s', (_, line, text) => {
    expect(ircLine(line)).toBe(text);
  });

  it('loses its tags, and nothing else', () => {
    expect(withoutTags('@a=b;c :x!x@x PRIVMSG #a :@not a tag')).toBe(':x!x@x PRIVMSG #a :@not a tag');
    expect(withoutTags(':x PRIVMSG #a :hi')).toBe(':x PRIVMSG #a :hi');
  });

  it('is known by its command and tags', () => {
    expect(commandOf('@a=b :tmi.twitch.tv USERNOTICE #a')).toBe('USERNOTICE');
    expect(commandOf('PING :x')).toBe('PING');
    expect([tagOf('@a=b;id=1;xid=2 :x Y', 'id'), tagOf('@flags;a=b :x Y', 'flags'), tagOf(':x Y :id=1', 'id')]).toEqual(
      ['1', '', null],
    );
  });

  it.each([
    ['JOIN #a,#b', { command: 'JOIN', params: ['#a,#b'], last: '#a,#b' }],
    [
      'CAP REQ :twitch.tv/tags twitch.tv/commands',
      {
        command: 'CAP',
        params: ['REQ', 'twitch.tv/tags twitch.tv/commands'],
        last: 'twitch.tv/tags twitch.tv/commands',
      },
    ],
    ['ping :a  b', { command: 'PING', params: ['a  b'], last: 'a  b' }],
    ['PONG', { command: 'PONG', params: [], last: '' }],
    ['@client-nonce=1 :me PRIVMSG #a :hi', { command: 'PRIVMSG', params: ['#a', 'hi'], last: 'hi' }],
    ['NICK  justinfan1', { command: 'NICK', params: ['justinfan1'], last: 'justinfan1' }],
  ])('of a client is read: %s', (line, read) => {
    expect(parseClientLine(line)).toEqual(read);
  });
});
