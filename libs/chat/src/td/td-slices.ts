import { readTdText } from './read-td-chat.js';
import { type TdPiece } from './td-chat.js';

/**
 * A stretch of a chat file that holds whole comments: bytes from <= at < to. The first has the file's head, the last
 * what follows its comments.
 */
export interface TdSlice {
  readonly from: number;
  readonly to: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** So long at least, in bytes: some hundred comments. */
const SLICE = 256 * 1024;
const NEWLINE = 10;

/**
 * Cuts a chat file into stretches that can be read without the rest of it, so that a page of a long chat is a range of
 * its object. Of a file that `writeTdChat` or `writeTcdChat` made, which have a line for each comment; one without
 * lines is one stretch.
 */
export async function* sliceTdChat(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<TdSlice & { readonly text: string }> {
  let held = Buffer.alloc(0);
  let from = 0;
  let cut: Buffer | null = null;
  const slice = (bytes: Buffer, isLast: boolean) => {
    const made = { from, to: from + bytes.length, isFirst: from === 0, isLast, text: bytes.toString('utf8') };
    from = made.to;
    return made;
  };
  for await (const piece of source) {
    held = Buffer.concat([held, piece]);
    const end = held.length < SLICE ? 0 : held.lastIndexOf(NEWLINE) + 1;
    if (end === 0) continue;
    if (cut) yield slice(cut, false);
    cut = held.subarray(0, end);
    held = Buffer.from(held.subarray(end));
  }
  if (cut && held.length > 0) yield slice(cut, false);
  yield slice(held.length > 0 ? held : (cut ?? held), true);
}

/**
 * What a stretch of {@link sliceTdChat} holds. The head is whole in the only slice of a short file alone.
 * @throws UserError `chat-unreadable`
 */
export function readTdSlice(
  text: string,
  { isFirst, isLast }: Pick<TdSlice, 'isFirst' | 'isLast'>,
): AsyncGenerator<TdPiece> {
  return readTdText(once(`${isFirst ? '' : '{"comments":['}${text}${isLast ? '' : ']}'}`));
}

async function* once(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}
