import type { Dictionary } from '../mutate.js';

const JSON_LINES = [
  ...['{', '}', '[', ']', ',', '[[[[[[[[', ']]]]]]]]', '"', '\\"', '/*', '*/', '//', 'null,', 'true,', '{},', '0,'],
  '"__proto__": {"a": 1},',
  '"constructor": {"prototype": {}},',
  '"content_offset_seconds": 1e308,',
  '"content_offset_seconds": -1,',
  '"created_at": "+275760-09-13T00:00:00.000Z",',
  '"time_in_seconds": 1e300,',
  '"timestamp": -1e300,',
  '"bits_spent": 9007199254740993,',
  '"locations": ["0-99999999999999999999", "5-1", "-"],',
  '"deleted": {"at_ms": 1e308, "by": "moderator"},',
  '"_id": "",',
  '"message": null,',
  '"comments": [],',
  '"comments": {},',
  '"format": "vodkeep-settings",',
  '"version": 1,',
  '"channels": [null, {}, []],',
  '"settings": {"motd": "\\u0000\\ud800"},',
  '"favourites": [""],',
  '"url": "http://a.example/1111111111111111111111111111111111111111111111111111\u00fc/a.m3u8",',
  '"source_id": "http://user:%zz@[::1]:1/?a=********",',
  '{"message":{}}',
];
const IRC_LINES = [
  '@ :x PRIVMSG #room :\r',
  '@=;;=;a :x!y PRIVMSG #room :text\r',
  '@emotes=25:5-1,0-0,99-999999999999/x:a-b;tmi-sent-ts=1e300 :a PRIVMSG #room :😀\r',
  '@tmi-sent-ts=-99999999999999999999;bits=1e99 :a PRIVMSG #room :\u0001ACTION\r',
  '@__proto__=1;constructor=2 :a PRIVMSG #room :x\r',
  '@ban-duration=1.5 :x CLEARCHAT #room\r',
  '@msg-id=\\s\\:\\ :x NOTICE #room :x\r',
  ':\r',
  ' \r',
];
const RANGE_LINES = [
  'bytes=99999999999999999999-',
  'bytes=0-99999999999999999999999',
  'bytes=-0',
  'bytes=-99999999999999999999',
  'bytes=9007199254740990-9007199254740993',
  'items=0-1',
  'bytes=-',
];
const NAME_LINES = [
  '..',
  '../../etc/passwd',
  '%2e%2e/%2e%2e%2f',
  'a/./b',
  'con',
  'lpt¹. .',
  '{title}',
  '{',
  '\u202e',
  '\ud800',
  '. . . . . . . . x',
  '(((((((([[[[[',
  'e\u0301\u0301\u0301\u0301\u0301',
];

export const PARSER_DICTIONARY: Dictionary = {
  linesOf: (text) => {
    if (/^\s*[\ufeff[{]/.test(text)) return JSON_LINES;
    if (/PRIVMSG|tmi\.twitch/.test(text)) return IRC_LINES;
    return text.includes('bytes=') ? RANGE_LINES : NAME_LINES;
  },
};
