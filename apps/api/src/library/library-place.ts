import { type LibraryPlace } from '#libs/storage';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/**
 * Library folder of archived VODs, with one folder per channel, and of downloads that belong to no VOD of this
 * installation.
 */
export const SAVED_VODS = 'saved_vods';
/** Prefix of the storage keys of chats that belong to no VOD of this installation, as in v0. */
export const SAVED_CHATS = `${SAVED_VODS}/`;

/** Place of a VOD's file in the library. */
export function libraryPlace(
  { channelName, folder, archivedAt }: Pick<VodEntity, 'channelName' | 'folder' | 'archivedAt'>,
  name: string,
): LibraryPlace {
  if (archivedAt === null) return { channel: channelName, folder, name };
  return { channel: SAVED_VODS, folder: folder === '' ? channelName : `${channelName}/${folder}`, name };
}
