import { readTdChat } from '#libs/chat';
import { type chatDump, type chatDumped, objectKeys, type Payload } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type ObjectInfo, type Storage } from '#libs/storage';
import { holesInWords } from './holes-in-words.js';

/**
 * What is to be told of a dump of which nothing is left but its file: its pieces were swept, and whoever wrote it could
 * not say so any more.
 * @throws UserError `dump-gone` - there is no file either
 */
export async function fileOfDump(
  storage: Pick<Storage, 'list' | 'get'>,
  { jobName, attempt, outKey, startedAt }: Payload<typeof chatDump>,
  signal: AbortSignal,
): Promise<Payload<typeof chatDumped>> {
  const file = await firstOf(storage.list(objectKeys.chatDumpFiles(outKey)));
  if (!file)
    throw new UserError(
      'dump-gone',
      'Nothing is left of this dump: it was given up, and what was heard is kept for a day. Begin a new one.',
    );
  let messages = 0;
  const warnings: string[] = [];
  for await (const piece of readTdChat(
    (await storage.get(file.key, undefined, signal)).stream as AsyncIterable<Uint8Array>,
  )) {
    if (piece.kind === 'entry' && piece.entry.message.author) messages += 1;
    if (piece.kind === 'head')
      warnings.push(
        ...holesInWords(
          piece.gaps.map(({ from, to }) => ({
            at: startedAt + from * 1000,
            until: startedAt + to * 1000,
            reason: 'as its file says',
          })),
          startedAt,
        ),
      );
  }
  return { jobName, attempt, at: Date.now(), key: file.key, sizeBytes: file.sizeBytes, messages, warnings };
}

async function firstOf(objects: AsyncIterable<ObjectInfo>): Promise<ObjectInfo | null> {
  for await (const object of objects) return object;
  return null;
}
