import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { decodeText } from '../td/decode-text.js';
import { fromTdComment } from '../td/from-td-comment.js';
import { JsonText, parseLenient } from '../td/json-text.js';
import { paramsOf, readTdText } from '../td/read-td-chat.js';
import { type TdEntry } from '../td/td-chat.js';
import { TdComment } from '../td/td-chat.wire.js';
import { fromChatDownloader } from './chat-downloader.wire.js';

/** The first object of a file is checked up to this length. */
const HEAD = 256 * 1024;

/**
 * Reads the chat files of other tools (docs/reference/twitch.md#chat-files): TwitchDownloader's and what has its shape
 * (tcd, LiveStreamDVR's `.chatdump`, ganymede), LiveStreamDVR's `.chatdump.line` (a comment a line; a last line that
 * was torn by a crash is passed over), and chat-downloader's (a list of its items). By their content, not their name;
 * packed or not.
 *
 * @returns messages in the file's order
 * @throws UserError `chat-unreadable` - with what is wrong; what is whole was given before
 */
export async function* readForeignChat(source: AsyncIterable<Uint8Array>): AsyncGenerator<TdEntry> {
  const text = decodeText(source)[Symbol.asyncIterator]();
  try {
    const head = await headOf(text);
    const whole = again(head, text);
    const first = head.trimStart();
    if (first.startsWith('[')) yield* items(whole);
    else if (isLines(first)) yield* lines(whole);
    else if (first.startsWith('{')) yield* comments(whole);
    else throw new UserError(message(first === '' ? 'error.chat-unreadable.empty' : 'error.chat-unreadable.no-json'));
  } finally {
    await text.return(undefined);
  }
}

async function headOf(text: AsyncIterator<string>): Promise<string> {
  let head = '';
  while (head.length < HEAD && !head.trimStart().includes('\n')) {
    const next = await text.next();
    if (next.done === true) break;
    head += next.value;
  }
  return head;
}

/** A line of its own that is a comment. */
function isLines(first: string): boolean {
  const line = first.slice(0, first.includes('\n') ? first.indexOf('\n') : undefined);
  if (!line.startsWith('{')) return false;
  try {
    return 'message' in (parseLenient(line) as object) && !('comments' in (parseLenient(line) as object));
  } catch {
    return false;
  }
}

async function* comments(text: AsyncIterable<string>): AsyncGenerator<TdEntry> {
  let hasComments = false;
  for await (const piece of readTdText(text)) {
    if (piece.kind !== 'entry') continue;
    hasComments = true;
    yield piece.entry;
  }
  if (!hasComments) throw new UserError(message('error.chat-unreadable.no-messages'));
}

async function* lines(text: AsyncIterable<string>): AsyncGenerator<TdEntry> {
  let rest = '';
  for await (const piece of text) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) if (line.trim() !== '') yield entryOf(parseLenient(line));
  }
  const last = rest.trim() === '' ? null : whole(rest);
  if (last !== null) yield last;
}

/** The recorder died while it wrote the last line: it is none. */
function whole(line: string): TdEntry | null {
  try {
    return entryOf(parseLenient(line));
  } catch {
    return null;
  }
}

function entryOf(raw: unknown): TdEntry {
  const comment = TdComment.safeParse(raw);
  if (!comment.success) throw new UserError(message('error.chat-unreadable.no-comment'));
  return fromTdComment({ ...comment.data, params: paramsOf(raw) });
}

async function* items(source: AsyncIterable<string>): AsyncGenerator<TdEntry> {
  const text = new JsonText(source);
  let startedAt: number | null = null;
  try {
    await text.expect('[');
    while (!(await text.take(']'))) {
      const read = fromChatDownloader(parseLenient(await text.value()), startedAt);
      if (!read) throw new UserError(message('error.chat-unreadable.no-message'));
      startedAt ??= read.startedAt;
      if (read.entry) yield read.entry;
    }
  } finally {
    await text.close();
  }
}

async function* again(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
