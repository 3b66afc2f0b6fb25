import { MAX_NAME_BYTES } from './path-of-template.js';
import { cutToBytes, utf8Bytes } from './utf8.js';

/** Suffixes that Vodkeep adds to the name of a VOD in file names, before the extension (`-2` is its second file). */
const VODKEEP_SUFFIX =
  /(?:-\d+|_vod|_chat|_chat_mask|_burned|\.chatdump|\.chapters|-llc-edl|-ffmpeg-chapters|-contact_sheet)$/;

/** Normalises a name for comparison: Windows and macOS treat `A` and `a` as the same file. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * Whether files of two VODs with these names could collide: the names are equal without regard to case, or one is the
 * other with a suffix of Vodkeep (`x` and `x_chat`).
 */
export function namesClash(a: string, b: string): boolean {
  const [one, other] = [foldName(a), foldName(b)];
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short === long || withoutEnding(long).includes(short);
}

/** The name itself, or with ` (2)`, ` (3)` ...: the first one that is free. Never exceeds the maximum length. */
export function freeName(wanted: string, isUsed: (name: string) => boolean): string {
  for (let n = 1; ; n += 1) {
    const name = numberedName(wanted, n);
    if (!isUsed(name)) return name;
  }
}

/** `x` becomes `x (2)`; for `n` = 1 the name itself. */
export function numberedName(name: string, n: number): string {
  if (n === 1) return name;
  const number = ` (${n})`;
  return cutToBytes(name, MAX_NAME_BYTES - utf8Bytes(number)).trimEnd() + number;
}

/**
 * Returns a predicate for collisions with any of the names. Same result as {@link namesClash} with each of them, but
 * fast for thousands.
 */
export function clashesWithAny(names: readonly string[]): (name: string) => boolean {
  const there = new Set(names.map(foldName));
  const stems = new Set([...there].flatMap(withoutEnding));
  return (name) => {
    const folded = foldName(name);
    return there.has(folded) || stems.has(folded) || withoutEnding(folded).some((stem) => there.has(stem));
  };
}

/** Removes a suffix of Vodkeep from a folded name; empty if it has none. */
function withoutEnding(folded: string): string[] {
  const found = VODKEEP_SUFFIX.exec(folded);
  return found && found.index > 0 ? [folded.slice(0, found.index)] : [];
}

/**
 * Search terms for names that collide with this one or a numbered form of it. All of them, folded, start with `stem` or
 * are in `shorter`. The search can find more names: {@link namesClash} decides.
 */
export const clashSearch = (name: string): { readonly stem: string; readonly shorter: readonly string[] } => ({
  stem: foldName(cutToBytes(name, MAX_NAME_BYTES - NUMBER_BYTES).trimEnd()),
  shorter: withoutEnding(foldName(name)),
});
/** Length of ` (9999999)`. */
const NUMBER_BYTES = 10;
