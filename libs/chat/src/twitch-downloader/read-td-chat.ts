import { type ChatGap } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { decodeText } from './decode-text.js';
import { fromTdComment } from './from-td-comment.js';
import { JsonText, parseLenient } from './json-text.js';
import { type TdPiece, type TdEntry } from './td-chat.js';
import { TdComment, TdOurs, TdStreamer, TdVideo } from './td-chat.wire.js';
import { picturesOf } from './td-pictures.js';

/**
 * Reads a chat file in TwitchDownloader's format (any version, and tools with the same comments: LiveStreamDVR,
 * ganymede, tcd), with one comment and one picture in memory at a time, at the reader's pace. Accepts what
 * TwitchDownloader's own reader accepts (docs/reference/twitch.md#chat-files): gzip, byte order marks, comments,
 * surplus commas, numbers as text, missing parts.
 *
 * @returns entries and pictures in the file's order, then the head
 * @throws UserError `chat-unreadable` - not such a file, or incomplete; complete pieces have been yielded before
 */
export function readTdChat(source: AsyncIterable<Uint8Array>): AsyncGenerator<TdPiece> {
  return readTdText(decodeText(source));
}

/** Like {@link readTdChat}, for a source that is already decoded to text. @throws as {@link readTdChat} */
export async function* readTdText(source: AsyncIterable<string>): AsyncGenerator<TdPiece> {
  const text = new JsonText(source);
  const head = new TdHeadReader();
  try {
    await text.expect('{');
    while (!(await text.skip('}'))) {
      const key = String(parseLenient(await text.readValue()));
      await text.expect(':');
      yield* readMember(key, text, head);
    }
  } finally {
    await text.close();
  }
  yield head.piece();
}

async function* readMember(key: string, text: JsonText, head: TdHeadReader): AsyncGenerator<TdPiece> {
  if (key === 'comments') {
    yield* readComments(text, head);
    return;
  }
  // `emotes` is the earlier name of `embeddedData`.
  if ((key === 'embeddedData' || key === 'emotes') && (await text.skip('{'))) {
    yield* readPictures(text);
    return;
  }
  head.read(key, parseLenient(await text.readValue()));
}

async function* readComments(text: JsonText, head: TdHeadReader): AsyncGenerator<TdPiece> {
  await text.expect('[');
  while (!(await text.skip(']'))) {
    const raw = parseLenient(await text.readValue());
    const comment = TdComment.safeParse(raw);
    if (!comment.success) throw new UserError(message('error.chat-unreadable.no-comment'));
    const entry = fromTdComment({ ...comment.data, params: paramsOf(raw) });
    head.recordLastTime(entry);
    yield { kind: 'entry', entry };
  }
}

async function* readPictures(text: JsonText): AsyncGenerator<TdPiece> {
  while (!(await text.skip('}'))) {
    const list = String(parseLenient(await text.readValue()));
    await text.expect(':');
    if (!(await text.skip('['))) {
      await text.readValue();
      continue;
    }
    while (!(await text.skip(']'))) {
      for (const picture of picturesOf(list, parseLenient(await text.readValue()))) yield { kind: 'picture', picture };
    }
  }
}

/** Parameters of a notice in a file from Vodkeep. */
export function paramsOf(raw: unknown): Record<string, string> {
  const params = (raw as { message?: { user_notice_params?: { params?: unknown } | null } }).message?.user_notice_params
    ?.params;
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(
    Object.entries(params).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/** Maximum length of a file without an end, whatever its last comment says (docs/reference/twitch.md#chat-files). */
const MAX_LENGTH_MS = 48 * 3_600_000;

/** Collects a chat file's data about its VOD, in any order of its parts. Missing data are derived from its comments. */
class TdHeadReader {
  private streamer = { id: '', login: '', name: '' };
  private video = { title: '', startedAt: '', category: '', endMs: 0 };
  private vodkeepData: {
    readonly streamerId: string;
    readonly vodUuid: string;
    readonly gaps: readonly ChatGap[];
  } | null = null;
  private lastMs = 0;

  /** Processes a member of the file's root. */
  read(key: string, value: unknown): void {
    if (key === 'streamer') this.readStreamer(value);
    else if (key === 'video') this.readVideo(value);
    else if (key === 'vodkeep') {
      const ours = TdOurs.safeParse(value);
      if (ours.success)
        this.vodkeepData = { streamerId: ours.data.streamer_id, vodUuid: ours.data.vod, gaps: ours.data.gaps };
    }
  }

  recordLastTime({ message }: TdEntry): void {
    this.lastMs = Math.max(this.lastMs, message.atMs);
  }

  piece(): TdPiece {
    const { title, startedAt, category, endMs } = this.video;
    const streamer = this.vodkeepData ? { ...this.streamer, id: this.vodkeepData.streamerId } : this.streamer;
    return {
      kind: 'head',
      gaps: this.vodkeepData?.gaps ?? [],
      head: {
        vodUuid: this.vodkeepData?.vodUuid ?? '',
        streamer,
        title,
        startedAt,
        category,
        lengthMs: endMs > 0 || this.vodkeepData ? endMs : Math.min(MAX_LENGTH_MS, this.lastMs),
      },
    };
  }

  private readStreamer(value: unknown): void {
    const found = TdStreamer.safeParse(value);
    if (found.success) this.streamer = found.data;
  }

  /** Very old files contain the streamer here. */
  private readVideo(value: unknown): void {
    const found = TdVideo.safeParse(value);
    if (!found.success) return;
    const { title, created_at: startedAt, game: category, end, length, user_name: name, user_id: id } = found.data;
    this.video = { title, startedAt, category, endMs: Math.round(Math.max(end, length, 0) * 1000) };
    if (this.streamer.name === '' && name !== '') this.streamer = { id, login: name.toLowerCase(), name };
  }
}
