import { objectKeys } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { partIdsOf } from '../../vods/part-reader.js';

/**
 * Returns the parts in which earlier failed attempts may have left chunks, for a VOD without a chat that receives one
 * as `partId`. Call it before the new chat is saved: from then on a recorder may write other parts.
 */
export const otherPartIds = async (
  storage: Pick<Storage, 'names'>,
  { vodUuid, partId }: { readonly vodUuid: string; readonly partId: string },
): Promise<string[]> => (await partIdsOf(storage, vodUuid)).filter((other) => other !== partId);

/**
 * Deletes the chunks of failed attempts, which may come from another file and would be shown with the new chat. Call it
 * after the new chat is saved.
 */
export async function dropInterruptedChats(
  storage: Pick<Storage, 'deletePrefix'>,
  { vodUuid, partIds }: { readonly vodUuid: string; readonly partIds: readonly string[] },
): Promise<void> {
  for (const partId of partIds) await storage.deletePrefix(objectKeys.chat(vodUuid, partId));
}
