import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { decodeText } from '../twitch-downloader/decode-text.js';
import { fromTdComment } from '../twitch-downloader/from-td-comment.js';
import { JsonText, MAX_VALUE_CHARS, parseLenient } from '../twitch-downloader/json-text.js';
import { paramsOf, readTdText } from '../twitch-downloader/read-td-chat.js';
import { type TdEntry } from '../twitch-downloader/td-chat.js';
import { TdComment } from '../twitch-downloader/td-chat.wire.js';
import { fromChatDownloader } from './chat-downloader.wire.js';

/** Maximum length, in characters, in which the first object of the file is detected. */
const DETECTION_CHARS = 256 * 1024;

/**
 * Reads chat files of other tools (docs/reference/twitch.md#chat-files): TwitchDownloader and tools with its format
 * (tcd, LiveStreamDVR's `.chatdump`, ganymede), LiveStreamDVR's `.chatdump.line` (one comment a line; a last line
 * truncated by a crash is ignored), and chat-downloader (a list of its items). Detects the format by the content and
 * not by the name; compressed or not.
 *
 * @returns messages in the file's order
 * @throws UserError `chat-unreadable` - with the reason; complete messages have been yielded before
 */
export async function* readThirdPartyChat(source: AsyncIterable<Uint8Array>): AsyncGenerator<TdEntry> {
  const text = decodeText(source)[Symbol.asyncIterator]();
  try {
    const head = await headOf(text);
    const whole = prepend(head, text);
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
  while (head.length < DETECTION_CHARS && !head.trimStart().includes('\n')) {
    const next = await text.next();
    if (next.done === true) break;
    head += next.value;
  }
  return head;
}

/** Whether the first line alone is a comment. */
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
    const parts = piece.split('\n');
    parts[0] = rest + (parts[0] ?? '');
    rest = parts.pop() ?? '';
    if (rest.length > MAX_VALUE_CHARS) throw new UserError(message('error.chat-unreadable.long-value'));
    for (const line of parts) if (line.trim() !== '') yield entryOf(parseLenient(line));
  }
  const last = rest.trim() === '' ? null : parseLastLine(rest);
  if (last !== null) yield last;
}

/** Parses the last line; null if it was truncated by a crash. */
function parseLastLine(line: string): TdEntry | null {
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
    while (!(await text.skip(']'))) {
      const read = fromChatDownloader(parseLenient(await text.readValue()), startedAt);
      if (!read) throw new UserError(message('error.chat-unreadable.no-message'));
      startedAt ??= read.startedAt;
      if (read.entry) yield read.entry;
    }
  } finally {
    await text.close();
  }
}

async function* prepend(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
