import { cleanPart, MAX_NAME_BYTES } from '#libs/domain';

/**
 * A name with what the channel was called replaced by what it is called now: where it stands as a word of its own,
 * `quay` but not in `quayside`.
 */
export function replaceChannelName(text: string, { from, to }: { readonly from: string; readonly to: string }): string {
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}])${from.replace(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}])`,
    'gu',
  );
  return cleanPart(
    text.replace(word, () => to),
    MAX_NAME_BYTES,
  );
}
