import { BugError } from '#libs/errors';

const MAX_KEY_BYTES = 1024;
/** Below the 255-byte limit of ext4, XFS, ZFS, NTFS and MinIO, with room for the continuation mark. */
const MAX_PIECE_BYTES = 200;

/**
 * Characters that a medium accepts unescaped, and key parts that it does not accept although each character is valid.
 */
export interface Alphabet {
  /** Starts an escape: `%` gives `%2F`. */
  readonly mark: '%' | ',';
  /** Matches one character that needs no escape; must not match the mark or `/`. */
  readonly safe: RegExp;
  /** Matches parts in which the first character and all characters except letters and digits are escaped. */
  readonly awkward: RegExp;
  /** Like `awkward`, for a part that is the whole key. */
  readonly awkwardAlone?: RegExp;
}

export interface KeyCodec {
  /** @throws BugError `bad-key` - empty, above 1,024 bytes, or not well-formed Unicode */
  encode(key: string): string;
  /** @returns null for a name that `encode` never yields: a foreign file */
  decode(encoded: string): string | null;
  /**
   * Common prefix of the encoded names of all keys that start with `prefix`. Other names can start with it too: filter
   * by the decoded key.
   */
  encodePrefix(prefix: string): string;
}

/**
 * Encodes keys reversibly as names that a medium can store; two keys never share a name. With `%` as mark: `%XX` for
 * each byte outside the alphabet, `%` for an empty part. A part above 200 bytes becomes several pieces, each except the
 * last with `%~` at the end.
 */
function keyCodec(alphabet: Alphabet): KeyCodec {
  const continuation = continuationMark(alphabet.mark);
  const plain = new RegExp(`^(?:(?=[ -~])${alphabet.safe.source}){1,${MAX_PIECE_BYTES}}$`, 'u');
  const encodePart = (part: string, _: number, all: readonly string[]): string => {
    if (part === '') return alphabet.mark;
    const awkward = alphabet.awkward.test(part) || (all.length === 1 && alphabet.awkwardAlone?.test(part) === true);
    if (!awkward && plain.test(part)) return part;
    const mustEscape = (char: string, i: number): boolean =>
      !alphabet.safe.test(char) || (awkward && (i === 0 || /[^a-z0-9]/i.test(char)));
    return pieces(Array.from(part).map((char, i) => (mustEscape(char, i) ? escaped(char, alphabet.mark) : char))).join(
      `${continuation}/`,
    );
  };
  const encode = (key: string): string => {
    mustBeKey(key);
    return key.split('/').map(encodePart).join('/');
  };
  const needsNoEscape = (name: string): boolean =>
    plain.test(name) && !alphabet.awkward.test(name) && alphabet.awkwardAlone?.test(name) !== true;
  const decode = (encoded: string): string | null => {
    if (needsNoEscape(encoded)) return encoded;
    const key = unescaped(encoded, alphabet.mark);
    return key !== null && isKey(key) && encode(key) === encoded ? key : null;
  };
  const encodePrefix = (prefix: string): string => {
    const parts = prefix.split('/');
    const rest = parts.pop() ?? '';
    if (parts.length === 0) return '';
    const folder = parts.map((part) => `${encodePart(part, 0, prefix.split('/'))}/`).join('');
    // The last part is incomplete. Only letters and digits are encoded as themselves in every possible complete part.
    return folder + (/^[a-z0-9]{0,100}/i.exec(rest)?.[0] ?? '');
  };
  return { encode, decode, encodePrefix };
}

/** Ends a piece whose part continues in the next piece. */
export const continuationMark = (mark: Alphabet['mark']): string => `${mark}~`;

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
    .replaceAll(`${continuationMark(mark)}/`, '')
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

/** Sort order of a listing: bytes of UTF-8. A plain `<` compares UTF-16, where U+10000 comes before U+FFFD. */
export function byKeyOrder(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; i += 1) {
    const [unitA, unitB] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (unitA !== unitB) return rankOf(unitA) - rankOf(unitB);
  }
  return a.length - b.length;
}

/** Surrogates encode the characters above U+FFFF and so sort after every single code unit. */
const rankOf = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/**
 * Encodes keys for the file systems of a typical homelab: plain ASCII, so that no Unicode normalisation merges two keys
 * (macOS, ZFS); no reserved characters, device names or dots at the ends (SMB, exFAT, NTFS). Names that start with a
 * dot are reserved for the driver and the operating system.
 */
export const FILE_CODEC = keyCodec({
  mark: '%',
  safe: /[A-Za-z0-9._=@,+-]/,
  awkward: /^\.|\.$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i,
});

/**
 * Encodes keys so that every S3 server and minio-js return them unchanged. Escapes all characters up to `,`, so that
 * escapes sort like the characters. These include `%` and `+`, which minio-js unescapes although not every server
 * escapes them (versitygw), and control characters, which XML 1.0 cannot contain. Unescaped, white space would be
 * trimmed and a lone `007` read as 7. MinIO refuses `.`, `..` and `\`.
 */
export const S3_CODEC = keyCodec({
  mark: ',',
  safe: /[^\u0000-,/\\\s\u007f-\u009f\ufeff\ufffe\uffff]/u,
  awkward: /^\.{1,2}$/,
  awkwardAlone: /^[-.\d]/,
});
