import type { TwitchEmote } from '../emotes/twitch-emotes.js';

/** Position of an emote in a text: code points, including the end (docs/reference/twitch.md#chat-lines). */
interface Found {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

function found(text: string, emotes: ReadonlyMap<string, TwitchEmote>): readonly Found[] {
  const all: Found[] = [];
  let at = 0;
  for (const word of text.split(' ')) {
    const { length } = Array.from(word);
    const emote = emotes.get(word);
    if (emote) all.push({ id: emote.id, start: at, end: at + length - 1 });
    at += length + 1;
  }
  return all;
}

/** The `emotes` tag of a text: `25:0-4,12-16/1902:6-10`; '' if it contains none. Emotes are whole words. */
export function emotesTag(text: string, emotes: ReadonlyMap<string, TwitchEmote>): string {
  const byId = Map.groupBy(found(text, emotes), ({ id }) => id);
  return [...byId]
    .map(([id, ranges]) => `${id}:${ranges.map(({ start, end }) => `${String(start)}-${String(end)}`).join(',')}`)
    .join('/');
}

/** Whether the text consists of emotes only. */
export const isEmoteOnly = (text: string, emotes: ReadonlyMap<string, TwitchEmote>): boolean =>
  text !== '' && text.split(' ').every((word) => emotes.has(word));
