import type { Seeded } from '../provider-sim/twitch/seeded.js';
import type { FuzzCase } from './fuzz-case.js';

/** Values at which arithmetic and parsers break. */
const NUMBERS = [
  ...['0', '-1', '-0', '1.5', '0.0000001', '+7', '1e3', '1e308', '-1e308', 'NaN', 'Infinity', '', ' ', '0x10'],
  ...['255', '65536', '2147483648', '4294967295', '9007199254740991', '9007199254740993', '18446744073709551616'],
  ...['8640000000000000', '99999999999999999999999999'],
];
const TEXTS = ['\0', '\ufeff', '\u2028', '"', ',', '=', ':', '#', '%', '..', '//', '\r', '\r\n', '\u{1f4a9}', '@', ';'];
/** Values of 32 bits at which the parsers of MP4 boxes and TS packets break. */
const WORDS = [0, 1, 7, 8, 16, 0x7f, 0xff, 0x7fffffff, 0x80000000, 0xffffffff, 0x47000000];
const TS_PACKET = 188;
const MAX_PART = 256 * 1024;
const MAX_REPEAT = 300;

/** Lines that mutations insert, because the corpus may contain none of them. */
export interface Dictionary {
  /** Lines of the format of a text, which its first characters show. */
  readonly linesOf: (text: string) => readonly string[];
}

type TextChange = (lines: string[], random: Seeded) => void;

const position = (list: { readonly length: number }, random: Seeded): number =>
  random.int(0, Math.max(0, list.length - 1));

function replaceIn(lines: string[], random: Seeded, change: (line: string) => string): void {
  const at = position(lines, random);
  lines[at] = change(lines[at] ?? '');
}

/** `replaceNumber` is listed more than once, so that it is picked more often. */
const TEXT_CHANGES: readonly TextChange[] = [
  (lines, random) => lines.splice(position(lines, random), random.int(1, 3)),
  (lines, random) => lines.splice(position(lines, random), 0, lines[position(lines, random)] ?? ''),
  (lines, random) => {
    const [a, b] = [position(lines, random), position(lines, random)];
    [lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? ''];
  },
  (lines, random) => {
    const block = lines.slice(position(lines, random)).slice(0, random.int(1, 4));
    const times = random.int(2, MAX_REPEAT);
    lines.splice(position(lines, random), 0, ...Array.from({ length: times }, () => block).flat());
  },
  (lines, random) => {
    const [from, to] = [position(lines, random), position(lines, random)];
    lines.splice(to, 0, ...lines.splice(from, random.int(1, 6)));
  },
  replaceNumber,
  replaceNumber,
  replaceNumber,
  (lines, random) => {
    replaceIn(lines, random, (line) => {
      const at = random.int(0, line.length);
      return `${line.slice(0, at)}${random.pick(TEXTS)}${line.slice(at + random.int(0, 4))}`;
    });
  },
  (lines, random) => {
    replaceIn(lines, random, (line) => line.replace(/=("[^"]*"|[^,]*)/, `=${random.pick(['""', '"', ...NUMBERS])}`));
  },
  (lines, random) => {
    replaceIn(lines, random, (line) => line.slice(0, random.int(0, line.length)));
  },
  (lines, random) => {
    replaceIn(lines, random, (line) => `${line}${line.slice(-1).repeat(random.int(1, 5000))}`);
  },
];

function replaceNumber(lines: string[], random: Seeded): void {
  const numbered = lines.flatMap((line, at) => (/\d/.test(line) ? [at] : []));
  if (numbered.length === 0) return;
  const at = random.pick(numbered);
  const found = [...(lines[at] ?? '').matchAll(/-?\d+(\.\d+)?/g)];
  const one = random.pick(found);
  const nearby = String(Number(one[0]) + random.pick([-1, 1, -1000, 1000]));
  const value = random.chance(0.3) ? nearby : random.pick(NUMBERS);
  lines[at] = `${(lines[at] ?? '').slice(0, one.index)}${value}${(lines[at] ?? '').slice(one.index + one[0].length)}`;
}

type ByteChange = (bytes: Buffer, random: Seeded) => Buffer;

const BYTE_CHANGES: readonly ByteChange[] = [
  (bytes, random) => {
    for (let n = random.int(1, 8); n > 0 && bytes.length > 0; n -= 1)
      bytes[position(bytes, random)] = random.int(0, 255);
    return bytes;
  },
  // Hits a size or a time of an MP4 box, or the header of a TS packet.
  (bytes, random) => {
    const at = 4 * Math.floor(position(bytes, random) / 4);
    if (at + 4 <= bytes.length) bytes.writeUInt32BE(random.pick(WORDS), at);
    return bytes;
  },
  (bytes, random) => {
    const at = boxSizeAt(bytes, random);
    if (at !== null) bytes.writeUInt32BE(random.pick(WORDS), at);
    return bytes;
  },
  (bytes, random) => bytes.subarray(0, random.int(0, bytes.length)),
  (bytes, random) => bytes.subarray(random.int(0, bytes.length)),
  ...[1, 4, 8, TS_PACKET].flatMap((unit): ByteChange[] => [
    (bytes, random) => {
      const at = unit * Math.floor(position(bytes, random) / unit);
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + unit * random.int(1, 4))]);
    },
    (bytes, random) => {
      const at = unit * Math.floor(position(bytes, random) / unit);
      const block = bytes.subarray(at, at + unit);
      const copies = Array.from({ length: random.int(1, MAX_REPEAT) }, () => block);
      return Buffer.concat([bytes.subarray(0, at), ...copies, bytes.subarray(at)]);
    },
  ]),
  (bytes, random) => {
    const at = TS_PACKET * Math.floor(position(bytes, random) / TS_PACKET);
    if (at + TS_PACKET <= bytes.length) bytes[at + random.int(0, 20)] = random.pick([0, 0x47, 0x7f, 0xff, 0x40]);
    return bytes;
  },
];

const BOX_TYPES = [
  'moov',
  'trak',
  'tkhd',
  'mdia',
  'mdhd',
  'hdlr',
  'mvex',
  'trex',
  'moof',
  'traf',
  'tfhd',
  'tfdt',
  'trun',
];

/** Offset of the size of an MP4 box; null if no box is found. */
function boxSizeAt(bytes: Buffer, random: Seeded): number | null {
  const found = BOX_TYPES.map((type) => bytes.indexOf(type, 0, 'latin1')).filter((at) => at >= 4);
  return found.length === 0 ? null : random.pick(found) - 4;
}

const isText = (part: Buffer): boolean =>
  !part.subarray(0, 512).includes(0) && /^\s*(\ufeff)?(#|WEBVTT|HTTP)/.test(part.toString('utf8', 0, 64));

function mutateText(text: string, random: Seeded, dictionary: Dictionary): string {
  const lines = text.split('\n');
  const known = dictionary.linesOf(text);
  if (known.length > 0 && random.chance(0.4)) lines.splice(position(lines, random), 0, random.pick(known));
  else random.pick(TEXT_CHANGES)(lines, random);
  return lines.join(random.chance(0.05) ? random.pick(['\r', '\r\n', '\n\n']) : '\n');
}

function mutatePart(part: Buffer, random: Seeded, dictionary: Dictionary): Buffer {
  const changed =
    isText(part) && random.chance(0.95)
      ? Buffer.from(mutateText(part.toString('utf8'), random, dictionary))
      : random.pick(BYTE_CHANGES)(Buffer.from(part), random);
  return changed.subarray(0, MAX_PART);
}

/** A case of the corpus with one to five changes, each to one of its parts or to their order. */
export function mutate(corpus: readonly FuzzCase[], random: Seeded, dictionary: Dictionary): FuzzCase {
  const { target, parts: original } = random.pick(corpus);
  const parts = [...original];
  for (let changes = random.int(1, 5); changes > 0; changes -= 1) {
    const at = position(parts, random);
    const part = parts[at];
    if (part === undefined) break;
    if (random.chance(0.1)) parts.splice(random.int(0, parts.length), 0, part);
    else if (random.chance(0.05)) parts.splice(at, 1);
    else if (random.chance(0.1))
      parts[at] = random.pick(random.pick(corpus.filter((one) => one.target === target)).parts);
    else parts[at] = mutatePart(part, random, dictionary);
  }
  return { target, parts };
}
