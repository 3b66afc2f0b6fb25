import { describe, expect, it } from '@jest/globals';
import { nickOf, parseIrcLine, LineBuffer } from './irc-line.js';

describe('a line of IRC', () => {
  it('is parsed into tags, prefix, command and params', () => {
    expect(parseIrcLine('@id=a-1;mod=0 :ann!ann@ann.tmi.twitch.tv PRIVMSG #room :hello :) there ')).toEqual({
      tags: { id: 'a-1', mod: '0' },
      prefix: 'ann!ann@ann.tmi.twitch.tv',
      command: 'PRIVMSG',
      params: ['#room', 'hello :) there '],
    });
  });
  it.each<[string, string, readonly string[]]>([
    ['PING', 'PING', []],
    ['PING :tmi.twitch.tv', 'PING', ['tmi.twitch.tv']],
    [':tmi.twitch.tv CAP * ACK :a b', 'CAP', ['*', 'ACK', 'a b']],
    [':x 366 me #room :End', '366', ['me', '#room', 'End']],
    ['CLEARCHAT #room', 'CLEARCHAT', ['#room']],
    ['PRIVMSG #room :', 'PRIVMSG', ['#room', '']],
    ['A  b   :c', 'A', ['b', 'c']],
    ['A b ', 'A', ['b']],
  ])('%j has its command and params', (line, command, params) => {
    expect(parseIrcLine(line)).toMatchObject({ command, params });
  });
  it.each(['', ' ', '@a=b', '@a=b ', ':only.prefix', '@a=b :p '])('%j has no command', (line) => {
    expect(parseIrcLine(line)).toBeNull();
  });
  it.each([
    ['a\\sb', 'a b'],
    ['\\:', ';'],
    ['\\\\', '\\'],
    ['\\r\\n', '\r\n'],
    ['end\\', 'end'],
    ['\\q\\=', 'q='],
    ['\\\\s', '\\s'],
    ['a=b=c', 'a=b=c'],
    ['', ''],
  ])('unescapes the tag value %j', (raw, value) => {
    expect(parseIrcLine(`@x=${raw};y PING`)?.tags).toEqual({ x: value, y: '' });
  });
  it('reads a tag without a value as empty and drops nameless ones', () => {
    expect(parseIrcLine('@a;=b;;c= PING')?.tags).toEqual({ a: '', c: '' });
  });
  it('contains its author or server', () => {
    expect([':ann!ann@x PING', ':tmi.twitch.tv PING', 'PING'].map((line) => nickOf(parseIrcLine(line)!))).toEqual([
      'ann',
      'tmi.twitch.tv',
      '',
    ]);
  });
});

describe('lines over frames', () => {
  it('cut a frame into its lines and join a line of two frames', () => {
    const whole = 'A\r\nB b\r\n\r\nC\r\n';
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const buffer = new LineBuffer();
      expect([...buffer.push(whole.slice(0, cut)), ...buffer.push(whole.slice(cut))]).toEqual(['A', 'B b', 'C']);
    }
  });
  it('keeps back what has no end yet', () => {
    const buffer = new LineBuffer();
    expect(buffer.push('A')).toEqual([]);
    expect(buffer.push('\n')).toEqual(['A']);
  });
  it('drop a line that never ends', () => {
    const buffer = new LineBuffer();
    buffer.push('x'.repeat(200_000));
    expect(buffer.push('\nA\n')).toEqual(['A']);
  });
  it('drop a line that is too long for IRC, whose tags would take long', () => {
    const tags = Array.from({ length: 50_000 }, (_, n) => n.toString(36)).join(';');
    expect(new LineBuffer().push(`@${tags} :a PRIVMSG #r :x\nA\n`)).toEqual(['A']);
  });
});
