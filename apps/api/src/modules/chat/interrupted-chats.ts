import { objectKeys } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { partIdsOf } from '../../vods/part-reader.js';

/**
 * Of a VOD without a chat, into which one is being taken as `partId`: parts that tries before it may have left pieces
 * in. To be asked for before the chat counts, since a recorder may write others from then on.
 */
export const partsBeside = async (
  storage: Pick<Storage, 'names'>,
  { vodUuid, partId }: { readonly vodUuid: string; readonly partId: string },
): Promise<string[]> => (await partIdsOf(storage, vodUuid)).filter((other) => other !== partId);

/** Once the chat counts: pieces of a try that was broken off, perhaps of another file, would be shown with it. */
export async function dropBrokenOff(
  storage: Pick<Storage, 'deletePrefix'>,
  { vodUuid, partIds }: { readonly vodUuid: string; readonly partIds: readonly string[] },
): Promise<void> {
  for (const partId of partIds) await storage.deletePrefix(objectKeys.chat(vodUuid, partId));
}
