import { AssetTable, type TdEntry, toChatMessage } from '#libs/chat';
import { type FrozenAsset } from '#libs/contracts';
import { type PastComment } from '#libs/providers';

/** Comments as entries of a chat file. Times are those of the video, as the tools of this format count. */
export async function* entriesOf(
  comments: Iterable<PastComment> | AsyncIterable<PastComment>,
): AsyncGenerator<TdEntry> {
  const table = new AssetTable<FrozenAsset>();
  for await (const { offsetMs, record } of comments) {
    const message = toChatMessage(record, { table, atMs: offsetMs, deleted: null });
    if (message) yield { message, sentAt: record.at, tags: {} };
  }
}
