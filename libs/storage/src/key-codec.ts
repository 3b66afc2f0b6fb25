import { BugError } from '#libs/errors';

const MAX_KEY_BYTES = 1024;
/** Below the 255 of ext4, XFS, ZFS, NTFS and MinIO, with room for what a piece gets at its end. */
const MAX_PIECE_BYTES = 200;

/**
 * Which characters a medium takes as they are, and which parts of a key it cannot take although each character is fine.
 */
export interface Alphabet {
  /** Begins an escape: `%` gives `%2F`. */
  readonly mark: '%' | ',';
  /** One character; must not match the mark or `/`. */
  readonly safe: RegExp;
  /** Parts of which the first character and all but letters and digits are written as escapes. */
  readonly awkward: RegExp;
  /** The same for a part that is the whole key. */
  readonly awkwardAlone?: RegExp;
}

export interface KeyCodec {
  /** @throws BugError `bad-key` - empty, above 1,024 bytes, or not well-formed Unicode */
  encode(key: string): string;
  /** Null for a name that `encode` never gives: a foreign file. */
  decode(encoded: string): string | null;
  /**
   * How the encoded names of all keys that begin with `prefix` begin. They are not the only ones: filter by the decoded
   * key.
   */
  encodePrefix(prefix: string): string;
}

/**
 * Keys to names that a medium can store, reversibly, so that two keys never meet. With `%` as mark: `%XX` for each byte
 * outside the alphabet, `%` for an empty part, and a part above 200 bytes as several, each but the last ending in `%~`.
 */
function keyCodec(alphabet: Alphabet): KeyCodec {
  const goesOn = goesOnMark(alphabet.mark);
  const plain = new RegExp(`^(?:(?=[ -~])${alphabet.safe.source}){1,${MAX_PIECE_BYTES}}$`, 'u');
  const encodePart = (part: string, _: number, all: readonly string[]): string => {
    if (part === '') return alphabet.mark;
    const awkward = alphabet.awkward.test(part) || (all.length === 1 && alphabet.awkwardAlone?.test(part) === true);
    if (!awkward && plain.test(part)) return part;
    const mustEscape = (char: string, i: number): boolean =>
      !alphabet.safe.test(char) || (awkward && (i === 0 || /[^a-z0-9]/i.test(char)));
    return pieces(Array.from(part).map((char, i) => (mustEscape(char, i) ? escaped(char, alphabet.mark) : char))).join(
      `${goesOn}/`,
    );
  };
  const encode = (key: string): string => {
    mustBeKey(key);
    return key.split('/').map(encodePart).join('/');
  };
  const isItself = (name: string): boolean =>
    plain.test(name) && !alphabet.awkward.test(name) && alphabet.awkwardAlone?.test(name) !== true;
  const decode = (encoded: string): string | null => {
    if (isItself(encoded)) return encoded;
    const key = unescaped(encoded, alphabet.mark);
    return key !== null && isKey(key) && encode(key) === encoded ? key : null;
  };
  const encodePrefix = (prefix: string): string => {
    const parts = prefix.split('/');
    const rest = parts.pop() ?? '';
    if (parts.length === 0) return '';
    const folder = parts.map((part) => `${encodePart(part, 0, prefix.split('/'))}/`).join('');
    // What the last part will be is not known yet: only letters and digits stay themselves in every whole that they may
    // begin.
    return folder + (/^[a-z0-9]{0,100}/i.exec(rest)?.[0] ?? '');
  };
  return { encode, decode, encodePrefix };
}

/** Ends a name whose part of the key goes on in the next one. */
export const goesOnMark = (mark: Alphabet['mark']): string => `${mark}~`;

const escaped = (char: string, mark: string): string =>
  [...Buffer.from(char)].map((byte) => mark + byte.toString(16).toUpperCase().padStart(2, '0')).join('');

function pieces(marks: readonly string[]): string[] {
  const all: string[] = [];
  let piece = '';
  for (const mark of marks) {
    if (Buffer.byteLength(piece) + Buffer.byteLength(mark) > MAX_PIECE_BYTES) {
      all.push(piece);
      piece = '';
    }
    piece += mark;
  }
  return [...all, piece];
}

function unescaped(encoded: string, mark: Alphabet['mark']): string | null {
  const parts = encoded
    .replaceAll(`${goesOnMark(mark)}/`, '')
    .split('/')
    .map((part) => (part === mark ? '' : part));
  try {
    return parts.map((part) => decodeURIComponent(part.replaceAll(mark, '%'))).join('/');
  } catch {
    return null;
  }
}

const isKey = (key: string): boolean => key !== '' && key.isWellFormed() && Buffer.byteLength(key) <= MAX_KEY_BYTES;

function mustBeKey(key: string): void {
  if (!isKey(key))
    throw new BugError('bad-key', `An object key is 1 to ${MAX_KEY_BYTES} bytes of well-formed Unicode.`, {
      data: { key },
    });
}

/** Order of a listing: bytes of UTF-8. A plain `<` compares UTF-16, where U+10000 comes before U+FFFD. */
export function byKeyOrder(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; i += 1) {
    const [unitA, unitB] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (unitA !== unitB) return rankOf(unitA) - rankOf(unitB);
  }
  return a.length - b.length;
}

/** Surrogates stand for what lies above everything that one unit says. */
const rankOf = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/**
 * Keys as every file system that a homelab mounts takes them: plain ASCII, so that no normalisation joins two keys
 * (macOS, ZFS); no reserved characters, device names or dots at the ends (SMB, exFAT, NTFS). Names that begin with a
 * dot are left to the driver and the operating system.
 */
export const FILE_CODEC = keyCodec({
  mark: '%',
  safe: /[A-Za-z0-9._=@,+-]/,
  awkward: /^\.|\.$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i,
});

/**
 * Keys as every S3 server and minio-js give them back. Characters up to `,` are escaped, all of them, so that escapes
 * sort where the characters did. Among them are `%` and `+`, which minio-js unescapes although not every server escaped
 * them (versitygw), and the control characters, which XML 1.0 cannot carry. White space would be trimmed, a lone `007`
 * read as 7; MinIO refuses `.`, `..` and `\`.
 */
export const S3_CODEC = keyCodec({
  mark: ',',
  safe: /[^\u0000-,/\\\s\u007f-\u009f\ufeff\ufffe\uffff]/u,
  awkward: /^\.{1,2}$/,
  awkwardAlone: /^[-.\d]/,
});
