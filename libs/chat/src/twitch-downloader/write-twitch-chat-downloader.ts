import { type TdEntry, type TdHead } from './td-chat.js';
import { toTdComment } from './to-td-comment.js';

export interface TcdChat {
  readonly head: TdHead;
  readonly entries: AsyncIterable<TdEntry>;
}

/** Length of the output buffer, so that one write has many messages. */
const BUFFER_CHARS = 64 * 1024;

/**
 * Writes a chat in the format of Twitch-Chat-Downloader (tcd 3.2) with `--format json`: the video in the format of the
 * site's API, and comments as in TwitchDownloader's files (docs/reference/twitch.md#chat-files). Streams the output;
 * `readTdChat` reads it.
 */
export async function* writeTcdChat({ head, entries }: TcdChat): AsyncGenerator<Buffer> {
  let held = `{"video":${JSON.stringify(videoOf(head))},"comments":[`;
  let comma = '';
  for await (const entry of entries) {
    held += comma + JSON.stringify(toTdComment(entry, head.streamer.id));
    comma = ',\n';
    if (held.length < BUFFER_CHARS) continue;
    yield Buffer.from(held);
    held = '';
  }
  yield Buffer.from(`${held}]}\n`);
}

const videoOf = ({ video, streamer, title, startedAt, lengthMs }: TdHead): object => ({
  id: video?.id ?? '',
  user_id: streamer.id,
  user_login: streamer.login,
  user_name: streamer.name,
  title,
  created_at: startedAt,
  published_at: startedAt,
  type: 'archive',
  duration: durationText(Math.round(lengthMs / 1000)),
});

/** Formats a length like the site's API: `1h2m3s`. */
function durationText(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${h > 0 ? `${h}h` : ''}${h > 0 || m > 0 ? `${m}m` : ''}${s}s`;
}
