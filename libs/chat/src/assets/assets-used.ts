import { type ChatRecord } from '#libs/contracts';
import { type AssetTable, type NamedAsset } from './asset-table.js';

/** The two kinds of records that can contain pictures. */
export type WrittenRecord = Extract<ChatRecord, { t: 'message' | 'notice' }>;

/** The site's own emotes in a record, each once, with the words that they replace. */
export function siteEmotesOf({
  text,
  emotes,
}: Pick<WrittenRecord, 'text' | 'emotes'>): { readonly id: string; readonly name: string }[] {
  if (emotes.length === 0) return [];
  const points = Array.from(text);
  return [
    ...new Map(emotes.map(({ id, begin, end }) => [id, { id, name: points.slice(begin, end).join('') }])).values(),
  ];
}

/** The pictures of a table in a record, except the site's own emotes. May contain duplicates. */
export function assetsUsed<A extends NamedAsset>(record: WrittenRecord, table: AssetTable<A>): A[] {
  const used: A[] = [];
  const addUsed = (asset: A | null | undefined): void => {
    if (asset) used.push(asset);
  };
  for (const badge of record.author.badges) addUsed(table.badge(badge));
  const paid = record.t === 'message' && record.bits > 0;
  for (const word of record.text.split(' ')) {
    addUsed(table.word(word));
    if (paid) addUsed(table.cheer(word)?.asset);
  }
  return used;
}
