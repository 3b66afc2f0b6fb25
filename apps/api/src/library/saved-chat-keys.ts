import { objectKeys } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { SAVED_CHATS } from './library-place.js';

/** Excludes hidden files. */
const CHAT_NAME = /^[^.].*\.json$/;
/** Suffix of a chat's key: the id of the run that recorded it. */
const RUN_SUFFIX = /^[0-9A-HJKMNP-TV-Z]{26}\.json$/;

/** Whether a file of `saved_vods` can be a chat that belongs to no VOD of this installation. */
export const isSavedChat = (name: string): boolean => CHAT_NAME.test(name);

/**
 * Keys of a chat that belongs to no VOD of this installation: a downloaded chat has its name as key, the key of a
 * recorded chat also contains the id of its run.
 * @param name path below `saved_vods/`
 */
export async function savedChatKeys(storage: Pick<Storage, 'head' | 'list'>, name: string): Promise<string[]> {
  const key = SAVED_CHATS + name;
  const stem = objectKeys.chatDumpFiles(key);
  const keys = (await storage.head(key)) ? [key] : [];
  for await (const chat of storage.list(stem)) if (RUN_SUFFIX.test(chat.key.slice(stem.length))) keys.push(chat.key);
  return keys;
}
