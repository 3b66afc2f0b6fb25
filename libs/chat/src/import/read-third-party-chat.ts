import { UserError } from '#libs/errors';
import { yieldTurn } from '#libs/input';
import { message } from '#libs/messages';
import { decodeText } from '../twitch-downloader/decode-text.js';
import { fromTdComment } from '../twitch-downloader/from-td-comment.js';
import { JsonText, longValue } from '../twitch-downloader/json-text.js';
import { paramsOf } from '../twitch-downloader/read-td-chat.js';
import { type TdEntry } from '../twitch-downloader/td-chat.js';
import { TdComment } from '../twitch-downloader/td-chat.wire.js';
import { MAX_MESSAGE_CHARS, parseMessage } from './bounded-value.js';
import { fromChatDownloader } from './chat-downloader.wire.js';
import { ImportedOrder } from './imported-order.js';

/** Maximum length, in characters, in which the first object of the file is detected. */
const DETECTION_CHARS = 256 * 1024;
/** A week of chat of a big channel. */
const MAX_MESSAGES = 5_000_000;
/** Text that is scanned without a turn of the event loop. */
const PIECE_BYTES = 64 * 1024;
const MAX_ID_CHARS = 256;
/** Latest and earliest time of a `Date`, and a length that any sum with it remains an exact number. */
const MAX_TIME_MS = 8.64e15;
const MAX_LENGTH_MS = 1e12;
const NEVER = new AbortController().signal;

/**
 * Reads chat files of other tools (docs/reference/twitch.md#chat-files): TwitchDownloader and tools with its format
 * (tcd, LiveStreamDVR's `.chatdump`, ganymede), LiveStreamDVR's `.chatdump.line` (one comment a line; a last line
 * truncated by a crash is ignored), and chat-downloader (a list of its items). Detects the format by the content and
 * not by the name; compressed or not. The file may be hostile: whatever it contains, other work of the process goes on,
 * and little of it is in memory.
 *
 * @param signal ends the reading, even of text that has arrived
 * @returns messages in the file's order
 * @throws UserError `chat-unreadable` - with the reason; complete messages have been yielded before; `chat-too-large`
 *   (413)
 * @throws the reason of the signal
 */
export async function* readThirdPartyChat(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal = NEVER,
): AsyncGenerator<TdEntry> {
  const order = new ImportedOrder();
  const messages = new Messages(signal);
  for await (const entry of entriesOf(source, messages)) {
    refuseImpossible(entry);
    const { atMs, deleted } = entry.message;
    order.add({ atMs, chars: messages.lastChars, isDeleted: deleted !== null });
    yield entry;
  }
}

/** Parses the messages of one file. */
class Messages {
  private count = 0;
  /** Length of the last message, in characters. */
  lastChars = 0;

  constructor(readonly signal: AbortSignal) {}

  async parse(raw: string): Promise<unknown> {
    await yieldTurn(this.signal);
    this.count += 1;
    this.lastChars = raw.length;
    if (this.count > MAX_MESSAGES) throw tooManyMessages();
    return parseMessage(raw);
  }
}

const tooManyMessages = (): UserError =>
  new UserError(message('error.chat-too-large.messages', { most: MAX_MESSAGES.toLocaleString('en') }), { status: 413 });

function refuseImpossible({ sentAt, message: { id, atMs, deleted } }: TdEntry): void {
  if (id.length > MAX_ID_CHARS) throw new UserError(message('error.chat-unreadable.no-message'));
  const isPossible =
    Math.abs(sentAt) <= MAX_TIME_MS && [atMs, deleted?.atMs ?? 0].every((time) => Math.abs(time) <= MAX_LENGTH_MS);
  if (!isPossible) throw new UserError(message('error.chat-unreadable.impossible-time'));
}

async function* entriesOf(source: AsyncIterable<Uint8Array>, messages: Messages): AsyncGenerator<TdEntry> {
  const text = paced(decodeText(small(source)), messages.signal);
  try {
    const head = await headOf(text);
    const whole = prepend(head, text);
    const first = head.trimStart();
    if (first.startsWith('[')) yield* items(whole, messages);
    else if (isLines(first)) yield* lines(whole, messages);
    else if (first.startsWith('{')) yield* comments(whole, messages);
    else throw new UserError(message('error.chat-unreadable.no-json'));
  } finally {
    await text.return(undefined);
  }
}

async function* small(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of source)
    for (let at = 0; at < piece.length; at += PIECE_BYTES) yield piece.subarray(at, at + PIECE_BYTES);
}

async function* paced(text: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const piece of text) {
    await yieldTurn(signal);
    yield piece;
  }
}

/** The start of the text, up to the end of its first line. @throws UserError `chat-unreadable`: there are only blanks */
async function headOf(text: AsyncIterator<string>): Promise<string> {
  const pieces: string[] = [];
  let [chars, hasBegun, hasLine] = [0, false, false];
  while (chars < DETECTION_CHARS && !hasLine) {
    const next = await text.next();
    if (next.done === true) break;
    const piece = hasBegun ? next.value : next.value.trimStart();
    hasBegun ||= piece !== '';
    hasLine = piece.includes('\n');
    chars += next.value.length;
    pieces.push(next.value);
  }
  if (hasBegun) return pieces.join('');
  throw chars < DETECTION_CHARS ? new UserError(message('error.chat-unreadable.empty')) : longValue(DETECTION_CHARS);
}

/** Whether the first line alone is a comment. */
function isLines(first: string): boolean {
  const line = first.slice(0, first.includes('\n') ? first.indexOf('\n') : undefined);
  if (!line.startsWith('{')) return false;
  try {
    const value = parseMessage(line) as object;
    return 'message' in value && !('comments' in value);
  } catch {
    return false;
  }
}

/** Reads only the comments: pictures of any size, and everything else around them, is skipped. */
async function* comments(source: AsyncIterable<string>, messages: Messages): AsyncGenerator<TdEntry> {
  const text = new JsonText(source, MAX_MESSAGE_CHARS);
  let hasComments = false;
  try {
    await text.expect('{');
    while (!(await text.skip('}'))) {
      const key = parseMessage(await text.readValue());
      await text.expect(':');
      if (key !== 'comments') {
        await text.skipValue();
        continue;
      }
      await text.expect('[');
      while (!(await text.skip(']'))) {
        hasComments = true;
        yield entryOf(await messages.parse(await text.readValue()));
      }
    }
  } finally {
    await text.close();
  }
  if (!hasComments) throw new UserError(message('error.chat-unreadable.no-messages'));
}

async function* lines(text: AsyncIterable<string>, messages: Messages): AsyncGenerator<TdEntry> {
  let rest = '';
  for await (const piece of text) {
    const parts = piece.split('\n');
    parts[0] = rest + (parts[0] ?? '');
    rest = parts.pop() ?? '';
    if (rest.length > MAX_MESSAGE_CHARS) throw longValue(MAX_MESSAGE_CHARS);
    for (const line of parts) if (line.trim() !== '') yield entryOf(await messages.parse(line));
  }
  const last = rest.trim() === '' ? null : parseLastLine(rest);
  if (last !== null) yield last;
}

/** Parses the last line; null if it was truncated by a crash. */
function parseLastLine(line: string): TdEntry | null {
  try {
    return entryOf(parseMessage(line));
  } catch {
    return null;
  }
}

function entryOf(raw: unknown): TdEntry {
  const comment = TdComment.safeParse(raw);
  if (!comment.success) throw new UserError(message('error.chat-unreadable.no-comment'));
  return fromTdComment({ ...comment.data, params: paramsOf(raw) });
}

async function* items(source: AsyncIterable<string>, messages: Messages): AsyncGenerator<TdEntry> {
  const text = new JsonText(source, MAX_MESSAGE_CHARS);
  let startedAt: number | null = null;
  try {
    await text.expect('[');
    while (!(await text.skip(']'))) {
      const read = fromChatDownloader(await messages.parse(await text.readValue()), startedAt);
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
