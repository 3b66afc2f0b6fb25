import { cleanPart, MAX_NAME_BYTES } from '#libs/domain';

/** Replaces the old channel name with the new one where it is a separate word: `quay`, but not in `quayside`. */
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
