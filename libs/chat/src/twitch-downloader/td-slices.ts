import { readTdText } from './read-td-chat.js';
import { type TdPiece } from './td-chat.js';

/**
 * A range of a chat file that contains whole comments: bytes from <= at < to. The first slice contains the file's head,
 * the last one everything after its comments.
 */
export interface TdSlice {
  readonly from: number;
  readonly to: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Minimum length of a slice: some hundred comments. */
const MIN_SLICE_BYTES = 256 * 1024;
const NEWLINE = 10;

/**
 * Cuts a chat file into slices that can be read independently, so that a page of a long chat is a range of its object.
 * Works for files of `writeTdChat` and `writeTcdChat`, which have one line for each comment; a file without lines is
 * one slice.
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
    const end = held.length < MIN_SLICE_BYTES ? 0 : held.lastIndexOf(NEWLINE) + 1;
    if (end === 0) continue;
    if (cut) yield slice(cut, false);
    cut = held.subarray(0, end);
    held = Buffer.from(held.subarray(end));
  }
  if (cut && held.length > 0) yield slice(cut, false);
  yield slice(held.length > 0 ? held : (cut ?? held), true);
}

/**
 * Content of a slice of {@link sliceTdChat}. The head is complete only in the single slice of a short file.
 * @throws UserError `chat-unreadable`
 */
export function readTdSlice(
  text: string,
  { isFirst, isLast }: Pick<TdSlice, 'isFirst' | 'isLast'>,
): AsyncGenerator<TdPiece> {
  return readTdText(singleChunk(`${isFirst ? '' : '{"comments":['}${text}${isLast ? '' : ']}'}`));
}

async function* singleChunk(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}
