import { AssetTable, type TdEntry, toChatMessage } from '#libs/chat';
import { type StoredAsset } from '#libs/contracts';
import { type PastComment } from '#libs/providers';

/**
 * Converts comments to entries of a chat file. Times are relative to the video, as the tools for this format expect.
 */
export async function* entriesOf(
  comments: Iterable<PastComment> | AsyncIterable<PastComment>,
): AsyncGenerator<TdEntry> {
  const table = new AssetTable<StoredAsset>();
  for await (const { offsetMs, record } of comments) {
    const message = toChatMessage(record, { table, atMs: offsetMs, deleted: null });
    if (message) yield { message, sentAt: record.at, tags: {} };
  }
}
