import { MAX_NAME_BYTES } from './path-of-template.js';
import { cutToBytes, utf8Bytes } from './utf8.js';

/**
 * What stands behind a VOD's name in the names of its files, before their ending, as v0 names them (`-2` is its second
 * file).
 */
const AT_END = /(?:-\d+|_vod|_chat|_chat_mask|_burned|\.chatdump|\.chapters|-llc-edl|-ffmpeg-chapters|-contact_sheet)$/;

/** How names are compared: Windows and macOS take `A` and `a` for the same file. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * Whether files of two VODs of these names could meet: the same name in any case, or one that is the other's with an
 * ending of ours (`x` and `x_chat`).
 */
export function namesClash(a: string, b: string): boolean {
  const [one, other] = [foldName(a), foldName(b)];
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short === long || withoutEnding(long).includes(short);
}

/** The name, or that with ` (2)`, ` (3)` ...: the first that is not taken. Never longer than a name may be. */
export function freeName(wanted: string, isUsed: (name: string) => boolean): string {
  for (let n = 1; ; n += 1) {
    const name = numberedName(wanted, n);
    if (!isUsed(name)) return name;
  }
}

/** `x` as `x (2)`; `n` of 1 is the name itself. */
export function numberedName(name: string, n: number): string {
  if (n === 1) return name;
  const number = ` (${n})`;
  return cutToBytes(name, MAX_NAME_BYTES - utf8Bytes(number)).trimEnd() + number;
}

/** Whether a name clashes with one of many: as {@link namesClash} with each of them, but as quick with thousands. */
export function clashesWithAny(names: readonly string[]): (name: string) => boolean {
  const there = new Set(names.map(foldName));
  const stems = new Set([...there].flatMap(withoutEnding));
  return (name) => {
    const folded = foldName(name);
    return there.has(folded) || stems.has(folded) || withoutEnding(folded).some((stem) => there.has(stem));
  };
}

/** What a folded name is once an ending of ours is taken away; none for most. */
function withoutEnding(folded: string): string[] {
  const found = AT_END.exec(folded);
  return found && found.index > 0 ? [folded.slice(0, found.index)] : [];
}

/**
 * Where to look for names that clash with this one or a numbered form of it: all of them, folded, begin with `stem` or
 * are one of `shorter`. It may find more than those: {@link namesClash} decides.
 */
export const clashSearch = (name: string): { readonly stem: string; readonly shorter: readonly string[] } => ({
  stem: foldName(cutToBytes(name, MAX_NAME_BYTES - NUMBER_BYTES).trimEnd()),
  shorter: withoutEnding(foldName(name)),
});
/** Of ` (9999999)`. */
const NUMBER_BYTES = 10;
