/** The position of an emote in code points of the text; `end` is exclusive. */
export interface EmotePlace {
  readonly id: string;
  readonly begin: number;
  readonly end: number;
}

/**
 * Parses the `emotes` tag, `25:0-4,12-16/1902:6-10`: code points with an inclusive end
 * (https://dev.twitch.tv/docs/chat/irc/). The site sends ranges that are malformed, reversed or beyond the text
 * (twitchdev/issues#104): these are omitted, and so is a range that starts inside another.
 * @returns in the order of the text
 */
export function emotePlaces(tag: string, text: string): readonly EmotePlace[] {
  if (tag === '') return [];
  const length = codePointsOf(text);
  const places: EmotePlace[] = [];
  for (const emote of tag.split('/')) {
    const colon = emote.indexOf(':');
    if (colon <= 0) continue;
    for (const range of emote.slice(colon + 1).split(',')) {
      const [begin, last] = rangeOf(range);
      if (begin <= last && last < length) places.push({ id: emote.slice(0, colon), begin, end: last + 1 });
    }
  }
  return withoutOverlaps(places.sort((a, b) => a.begin - b.begin));
}

/** The result for an invalid range; it never fits. */
const NO_RANGE = [1, 0] as const;

function rangeOf(range: string): readonly [begin: number, last: number] {
  const dash = range.indexOf('-');
  const [begin, last] = [numberOf(range.slice(0, Math.max(dash, 0))), numberOf(range.slice(dash + 1))];
  return dash < 0 || begin === null || last === null ? NO_RANGE : [begin, last];
}

const numberOf = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);

function withoutOverlaps(sorted: readonly EmotePlace[]): readonly EmotePlace[] {
  let end = 0;
  return sorted.filter((place) => {
    if (place.begin < end) return false;
    ({ end } = place);
    return true;
  });
}

function codePointsOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
