import { decodeChat, objectKeys, parseChatChunkName } from '#libs/contracts';
import { openStorage } from '#libs/storage';

/** What lies on storage of a VOD's chat: how many messages, and their ids. */
export async function storedMessages(rootDir: string, vodUuid: string): Promise<{ readonly stored: number; readonly ids: ReadonlySet<string> }> {
  const storage = await openStorage({ kind: 'file', rootDir, sync: 'off' });
  try {
    const ids: string[] = [];
    for await (const { key } of storage.list(objectKeys.parts(vodUuid))) {
      if (parseChatChunkName(key) === null || !key.includes('/c/')) continue;
      for (const record of decodeChat((await storage.read(key)).toString('utf8')).records) if (record.t === 'message' || record.t === 'notice') ids.push(record.id);
    }
    return { stored: ids.length, ids: new Set(ids) };
  } finally { await storage.close(); }
}
