import { type TdEntry, type TdHead } from './td-chat.js';
import { toTdComment } from './to-td-comment.js';

export interface TcdChat {
  readonly head: TdHead;
  readonly entries: AsyncIterable<TdEntry>;
}

/** Pieces of this size go out: many messages are one write. */
const PIECE = 64 * 1024;

/**
 * A chat as Twitch-Chat-Downloader (tcd 3.2) writes it with `--format json`: the video as the site's API tells of it,
 * and comments of the same shape as in TwitchDownloader's files (docs/reference/twitch.md#chat-files). Piece by piece;
 * `readTdChat` reads it.
 */
export async function* writeTcdChat({ head, entries }: TcdChat): AsyncGenerator<Buffer> {
  let held = `{"video":${JSON.stringify(videoOf(head))},"comments":[`;
  let comma = '';
  for await (const entry of entries) {
    held += comma + JSON.stringify(toTdComment(entry, head.streamer.id));
    comma = ',\n';
    if (held.length < PIECE) continue;
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

/** As the site's API writes lengths: `1h2m3s`. */
function durationText(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${h > 0 ? `${h}h` : ''}${h > 0 || m > 0 ? `${m}m` : ''}${s}s`;
}
