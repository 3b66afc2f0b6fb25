/**
 * Key parts with characters of each Unicode general category. Cs (lone surrogates) is missing: UTF-8 cannot encode it,
 * and such keys are refused.
 */
export const UNICODE_PARTS: Readonly<Record<string, readonly string[]>> = {
  Lu: ['A', 'Ä'],
  Ll: ['a', 'ß'],
  Lt: ['\u01c5'],
  Lm: ['\u02b0'],
  Lo: ['\u4e2d', '\u0627', '\ud840\udc00'],
  Mn: ['e\u0301', '\u00e9'],
  Mc: ['\u0915\u0903'],
  Me: ['a\u20dd'],
  Nd: ['7', '\u0663'],
  Nl: ['\u2167'],
  No: ['\u00bd'],
  Pc: ['_', '\u203f'],
  Pd: ['-', '\u2013'],
  Ps: ['(', '['],
  Pe: [')', ']'],
  Pi: ['\u00ab'],
  Pf: ['\u00bb'],
  Po: ['!', '"', '#', '%', '%41', '%2F', '&', "'", '*', ',', ';', ':', '?', '@', '\\', '...'],
  Sm: ['+', '<', '=', '>', '|', '~', '%~', '\u2211'],
  Sc: ['$', '\u20ac'],
  Sk: ['^', '`', '\u00b4'],
  So: ['\u00a9', '\ud83d\ude00'],
  Zs: [' ', 'a b', ' a', 'a ', '\u00a0'],
  Zl: ['\u2028'],
  Zp: ['\u2029'],
  Cc: ['\u0000', '\t', '\n', '\r', '\u007f', '\u0085'],
  Cf: ['\u200d', '\u202e', '\ufeff'],
  Co: ['\ue000', '\u{10fffd}'],
  Cn: ['\u0378', '\uffff'],
};

/** Whole keys that are known to cause problems on some file system, network share, XML parser or S3 server. */
export const AWKWARD_KEYS: readonly string[] = [
  './a',
  '../a',
  'x/../y',
  'x/./y',
  'x//y',
  '/x',
  'x2/',
  '.hidden',
  'a.',
  'con.txt',
  'NUL',
  'aux',
  'com1.log',
  '007',
  '1e5',
  '-0',
  'true',
  '__proto__',
  `${'l'.repeat(300)}1`,
  `${'l'.repeat(300)}2`,
  `${'l'.repeat(200)}/end`,
  `${'\u00e4'.repeat(250)}.ts`,
  `deep${'/d'.repeat(200)}`,
  'tmp',
  'CASE',
  'case',
];

/** Whether the key has a different sort position on S3: see `Storage.list`. */
export const isExotic = (key: string): boolean =>
  /^[-.\d]|\\|[\u007f-\u009f]|(?! )[^\S\t\n\r]|[\ufeff\uffff]/.test(key) ||
  key.split('/').some((part) => ['', '.', '..'].includes(part) || Buffer.byteLength(part) > 200);
