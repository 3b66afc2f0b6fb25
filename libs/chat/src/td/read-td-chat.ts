import { UserError } from '#libs/errors';
import { decodeText } from './decode-text.js';
import { fromTdComment } from './from-td-comment.js';
import { JsonText, parseLenient } from './json-text.js';
import { type TdPiece } from './td-chat.js';
import { TdComment } from './td-chat.wire.js';
import { TdHeadFacts } from './td-head-facts.js';
import { picturesOf } from './td-pictures.js';

/**
 * Reads a chat file of TwitchDownloader's shape (any version, and those of tools that write the same comments:
 * LiveStreamDVR, ganymede, tcd), one comment and one picture in memory at a time, at the pace of its reader. Takes what
 * the reader rules of protocols.md 5.1 take: gzip, byte order marks, comments, commas too many, numbers as text,
 * missing parts.
 *
 * @returns entries and pictures in the file's order, then the head
 * @throws UserError `chat-unreadable` - it is no such file, or ends in the middle; what is whole was given before
 */
export function readTdChat(source: AsyncIterable<Uint8Array>): AsyncGenerator<TdPiece> {
  return readTdText(decodeText(source));
}

/** The same of what is text already. @throws as {@link readTdChat} */
export async function* readTdText(source: AsyncIterable<string>): AsyncGenerator<TdPiece> {
  const text = new JsonText(source);
  const facts = new TdHeadFacts();
  try {
    await text.expect('{');
    while (!(await text.take('}'))) {
      const key = String(parseLenient(await text.value()));
      await text.expect(':');
      yield* member(key, text, facts);
    }
  } finally {
    await text.close();
  }
  yield facts.piece();
}

async function* member(key: string, text: JsonText, facts: TdHeadFacts): AsyncGenerator<TdPiece> {
  if (key === 'comments') {
    yield* comments(text, facts);
    return;
  }
  // `emotes` is what `embeddedData` was called at first.
  if ((key === 'embeddedData' || key === 'emotes') && (await text.take('{'))) {
    yield* embedded(text);
    return;
  }
  facts.note(key, parseLenient(await text.value()));
}

async function* comments(text: JsonText, facts: TdHeadFacts): AsyncGenerator<TdPiece> {
  await text.expect('[');
  while (!(await text.take(']'))) {
    const raw = parseLenient(await text.value());
    const comment = TdComment.safeParse(raw);
    if (!comment.success)
      throw new UserError('chat-unreadable', 'The chat file cannot be read: it holds something that is no comment.');
    const entry = fromTdComment({ ...comment.data, params: paramsOf(raw) });
    facts.see(entry);
    yield { kind: 'entry', entry };
  }
}

async function* embedded(text: JsonText): AsyncGenerator<TdPiece> {
  while (!(await text.take('}'))) {
    const list = String(parseLenient(await text.value()));
    await text.expect(':');
    if (!(await text.take('['))) {
      await text.value();
      continue;
    }
    while (!(await text.take(']'))) {
      for (const picture of picturesOf(list, parseLenient(await text.value()))) yield { kind: 'picture', picture };
    }
  }
}

/** What a notice of ours was about. */
export function paramsOf(raw: unknown): Record<string, string> {
  const params = (raw as { message?: { user_notice_params?: { params?: unknown } | null } }).message?.user_notice_params
    ?.params;
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(
    Object.entries(params).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
