import { describe, expect, it } from '@jest/globals';
import { CHANNEL_KINDS, isSiteKind, kindOfPasted } from './channel-kinds.js';

describe('kindOfPasted', () => {
  it.each([
    'name',
    '@Name',
    ' name\n',
    '＠Ｎａｍｅ',
    'na\u200Bme',
    'name/videos',
    '12345',
    'https://www.twitch.tv/name',
    'twitch.tv/name',
    'm.twitch.tv/name',
    'TWITCH.tv/name',
    '<https://twitch.tv/name>',
    '"twitch.tv/name"',
    '(twitch.tv/name)',
    '\u202Etwitch.tv/name\u202C',
    '//twitch.tv/name',
    'ｔｗｉｔｃｈ．ｔｖ／ｎａｍｅ',
    'https://player.twitch.tv/?channel=name',
  ])('recognises %j as a channel of Twitch', (text) => {
    expect(kindOfPasted(text)).toBe('twitch');
  });
  it.each([
    'https://example.org/live/index.m3u8',
    'http://192.168.1.20:8080/hls/cam.m3u8',
    'https://user:pass@example.org/a.m3u8',
    'example.org/live.m3u8',
    'localhost:8080/live.m3u8',
    'rtmp://example.org/live',
    'https://example.org/twitch.tv/name',
    'https://twitch.tv.evil.example/name',
    'https://nottwitch.tv/name',
    'https://[',
  ])('recognises %j as the URL of a stream', (text) => {
    expect(kindOfPasted(text)).toBe('hls');
  });
  it.each(['', '   ', '\u200B', '<>'])('does not recognise %j', (text) => {
    expect(kindOfPasted(text)).toBeNull();
  });
});

describe('isSiteKind', () => {
  it('accepts only the sites among the kinds of channels', () => {
    expect(CHANNEL_KINDS.filter(isSiteKind)).toEqual(['twitch']);
  });
  it.each(['site-of-a-newer-server', 'toString', ''])('refuses %j', (kind) => {
    expect(isSiteKind(kind)).toBe(false);
  });
});
