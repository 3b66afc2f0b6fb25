import { type ChatRecord, encodeChatRecord, objectKeys } from '#libs/contracts';
import { type Storage } from '#libs/storage';

/**
 * Writes records as a chunk of the chat of a VOD, in the format of a recorder.
 * @param n number of the chunk within the part, from 0
 */
export async function putChatChunk(
  storage: Pick<Storage, 'put'>,
  { vodUuid, partId, n }: { readonly vodUuid: string; readonly partId: string; readonly n: number },
  records: readonly ChatRecord[],
): Promise<void> {
  const stamps = {
    firstAt: records.reduce((least, r) => Math.min(least, r.at), Infinity),
    lastAt: records.reduce((most, r) => Math.max(most, r.at), -Infinity),
    count: records.length,
  };
  await storage.put(
    objectKeys.chatChunk(vodUuid, partId, { n, ...stamps }),
    Buffer.from(records.map(encodeChatRecord).join('')),
    { contentType: 'application/x-ndjson' },
  );
}
