import { objectKeys } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { SAVED_CHATS } from './library-place.js';

/** Nothing hidden. */
const CHAT = /^[^.].*\.json$/;
/** What stands between the name of a chat and its ending: a run of a recorder. */
const RUN = /^[0-9A-HJKMNP-TV-Z]{26}\.json$/;

/** Whether a file of `saved_vods` can be the chat of no VOD of ours. */
export const isSavedChat = (name: string): boolean => CHAT.test(name);

/**
 * The objects of a chat that is of no VOD of ours: the fetched one bears its name, of a written one the run that made it
 * stands in its key.
 * @param name as below `saved_vods/`
 */
export async function savedChatKeys(storage: Pick<Storage, 'head' | 'list'>, name: string): Promise<string[]> {
  const key = SAVED_CHATS + name;
  const stem = objectKeys.chatDumpFiles(key);
  const keys = (await storage.head(key)) ? [key] : [];
  for await (const made of storage.list(stem)) if (RUN.test(made.key.slice(stem.length))) keys.push(made.key);
  return keys;
}
