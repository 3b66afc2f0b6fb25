import { type LibraryPlace } from '#libs/storage';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/**
 * Where VODs that were put away stand in the library, each in the folder of its channel; beside them what was fetched
 * and is of no VOD of ours.
 */
export const SAVED_VODS = 'saved_vods';
/** Where chats go that belong to no VOD of ours, as v0 has them: keys of storage. */
export const SAVED_CHATS = `${SAVED_VODS}/`;

/** Where a file of a VOD belongs in the library. */
export function libraryPlace(
  { channelName, folder, archivedAt }: Pick<VodEntity, 'channelName' | 'folder' | 'archivedAt'>,
  name: string,
): LibraryPlace {
  if (archivedAt === null) return { channel: channelName, folder, name };
  return { channel: SAVED_VODS, folder: folder === '' ? channelName : `${channelName}/${folder}`, name };
}
