import { decodeChat, objectKeys, parseChatChunkName } from '#libs/contracts';
import { openStorage } from '#libs/storage';

/**
 * What lies on storage of a VOD's chat: how many messages of a burst, and their numbers. The simulator ends each with
 * its number, from 0.
 */
export async function storedMessages(
  rootDir: string,
  vodUuid: string,
): Promise<{ readonly stored: number; readonly numbers: ReadonlySet<number> }> {
  const storage = await openStorage({ kind: 'file', rootDir, sync: 'off' });
  try {
    const numbers: number[] = [];
    for await (const { key } of storage.list(objectKeys.parts(vodUuid))) {
      if (parseChatChunkName(key) === null || !key.includes('/c/')) continue;
      for (const record of decodeChat((await storage.read(key)).toString('utf8')).records)
        if (record.t === 'message') numbers.push(Number(/(\d+)$/.exec(record.text)?.[1]));
    }
    return { stored: numbers.length, numbers: new Set(numbers) };
  } finally {
    await storage.close();
  }
}
