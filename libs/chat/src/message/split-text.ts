import { assetKeyOf, type ChatFragment, type EmoteFragment, type StoredAsset } from '#libs/contracts';
import { type AssetTable, SITE_EMOTES } from '../assets/asset-table.js';
import { type WrittenRecord } from '../assets/assets-used.js';

/** Size of the site's own emotes at 1x if it is not known otherwise (docs/reference/twitch.md#chat-pictures). */
export const SITE_PX = 28;
const MENTION = /^@(\w{1,25})/;
/** No site has longer messages. A longer text is not split, because that takes time for each word. */
const MAX_SPLIT_CHARS = 10_000;
/** Longer words are no links: the patterns for links take quadratic time. */
const MAX_LINK_CHARS = 2000;
const LINK = /^(?:https?:\/\/|www\.)[^\s]+\.[^\s]+$/i;

export interface SplitContext {
  readonly table: AssetTable<StoredAsset>;
  /** Whether words can be cheers. */
  readonly paid: boolean;
}

/**
 * Splits a message into fragments that joined give the original text. First come the site's own emotes at the positions
 * that it reports, counted in code points (docs/reference/twitch.md#chat-lines). In the rest, whole words become
 * third-party emotes, cheers, mentions and links. Invalid or overlapping ranges are ignored, and all of them in a text
 * that is too long for a message.
 */
export function splitText(
  { text, emotes }: Pick<WrittenRecord, 'text' | 'emotes'>,
  context: SplitContext,
): ChatFragment[] {
  if (text.length > MAX_SPLIT_CHARS) return [{ type: 'text', text }];
  if (emotes.length === 0) return joinTexts(splitWords(text, context));
  const points = Array.from(text);
  const fragments: ChatFragment[] = [];
  let at = 0;
  for (const { id, begin, end } of emotes.toSorted((a, b) => a.begin - b.begin)) {
    if (begin < at || end <= begin || end > points.length) continue;
    fragments.push(
      ...splitWords(points.slice(at, begin).join(''), context),
      siteEmote(id, points.slice(begin, end).join(''), context),
    );
    at = end;
  }
  return joinTexts([...fragments, ...splitWords(points.slice(at).join(''), context)]);
}

function siteEmote(id: string, name: string, { table }: SplitContext): EmoteFragment {
  const asset = table.emote(id);
  return {
    type: 'emote',
    id,
    source: SITE_EMOTES,
    name,
    zeroWidth: false,
    width: asset?.width ?? SITE_PX,
    height: asset?.height ?? SITE_PX,
    assetKey: asset ? assetKeyOf(asset) : null,
  };
}

function splitWords(text: string, context: SplitContext): ChatFragment[] {
  if (text === '') return [];
  return text
    .split(/( +)/)
    .filter((word) => word !== '')
    .flatMap((word) => pieces(word, context));
}

function pieces(word: string, { table, paid }: SplitContext): ChatFragment[] {
  const emote = table.word(word);
  if (emote)
    return [
      {
        type: 'emote',
        id: emote.id,
        source: emote.source,
        name: word,
        zeroWidth: emote.zeroWidth,
        width: emote.width,
        height: emote.height,
        assetKey: assetKeyOf(emote),
      },
    ];
  const cheer = paid ? table.cheer(word) : null;
  if (cheer && `${cheer.prefix}${cheer.bits}` === word)
    return [
      {
        type: 'cheer',
        prefix: cheer.prefix,
        bits: cheer.bits,
        assetKey: assetKeyOf(cheer.asset),
        color: cheer.asset.color,
      },
    ];
  return mention(word) ?? link(word) ?? [{ type: 'text', text: word }];
}

function mention(word: string): ChatFragment[] | null {
  const [text, login] = MENTION.exec(word) ?? [];
  if (text === undefined || login === undefined) return null;
  const rest = word.slice(text.length);
  return [
    { type: 'mention', text, login: login.toLowerCase() },
    ...(rest === '' ? [] : [{ type: 'text' as const, text: rest }]),
  ];
}

function link(word: string): ChatFragment[] | null {
  if (word.length > MAX_LINK_CHARS || !LINK.test(word)) return null;
  // Punctuation at the end is rarely part of the URL.
  const text = word.replace(/[.,!?;:'")\]]+$/, '');
  const url = /^www\./i.test(text) ? `https://${text}` : text;
  if (!URL.canParse(url)) return null;
  const rest = word.slice(text.length);
  return [
    { type: 'link', text, url: new URL(url).href },
    ...(rest === '' ? [] : [{ type: 'text' as const, text: rest }]),
  ];
}

function joinTexts(fragments: readonly ChatFragment[]): ChatFragment[] {
  const joined: ChatFragment[] = [];
  for (const fragment of fragments) {
    const last = joined.at(-1);
    if (fragment.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { type: 'text', text: last.text + fragment.text };
    else joined.push(fragment);
  }
  return joined;
}
