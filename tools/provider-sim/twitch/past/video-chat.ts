import type { ChatBook } from '../irc/chat-log.js';
import { commandOf, tagOf } from '../irc/irc-line.js';
import { Repertoire } from '../irc/repertoire.js';
import { OPEN_ROOM } from '../irc/room-state.js';
import { Seeded, seedOf } from '../seeded.js';
import type { PastVideo } from './past-video.js';
import { videoSeconds } from './video-segments.js';

/** A chat line of a video. */
export interface ChatLine {
  readonly at: number;
  readonly line: string;
}

const SHOWN = ['PRIVMSG', 'USERNOTICE'];

/**
 * Chats of videos: for a broadcast, the lines sent to its chat; for a scripted video, lines from its seed. Deleted
 * messages are excluded.
 */
class VideoChats {
  private readonly made = new Map<string, readonly ChatLine[]>();

  constructor(
    private readonly book: ChatBook,
    private readonly pieceS: (video: PastVideo) => number,
  ) {}

  of(video: PastVideo): readonly ChatLine[] {
    if (video.chat.isOff === true) return [];
    return video.broadcast ? this.linesOf(video, video.broadcast.endedAt ?? Date.now()) : this.scripted(video);
  }

  private linesOf({ channel, createdAt }: PastVideo, endedAt: number): readonly ChatLine[] {
    const all = this.book
      .logOf(channel.userId)
      .lines.flatMap(({ at, line }) => (line !== undefined && at >= createdAt && at <= endedAt ? [{ at, line }] : []));
    return withoutDeleted(all);
  }

  private scripted(video: PastVideo): readonly ChatLine[] {
    const known = this.made.get(video.id);
    if (known) return known;
    const seed = seedOf(`chat of ${video.id}`);
    const [repertoire, pace] = [
      new Repertoire({ channel: video.channel, state: OPEN_ROOM }, seed, new Seeded(seed)),
      new Seeded(seed),
    ];
    const everyMs = 60_000 / (video.chat.perMinute ?? 30);
    const endsAt = video.createdAt + videoSeconds(video, this.pieceS(video)) * 1000;
    const all: ChatLine[] = [];
    for (let at = video.createdAt + everyMs * pace.next(); at < endsAt; at += everyMs * (0.4 + 1.2 * pace.next())) {
      const now = Math.floor(at);
      for (const line of repertoire.next(now)) all.push({ at: now, line });
    }
    const retained = withoutDeleted(all);
    this.made.set(video.id, retained);
    return retained;
  }
}

function withoutDeleted(all: readonly ChatLine[]): readonly ChatLine[] {
  const gone = new Set(
    all.filter(({ line }) => commandOf(line) === 'CLEARMSG').map(({ line }) => tagOf(line, 'target-msg-id')),
  );
  return all.filter(({ line }) => SHOWN.includes(commandOf(line)) && !gone.has(tagOf(line, 'id')));
}

/** The chats of videos, with a counter of the requests that were refused as busy. */
export class PastComments {
  readonly chats: VideoChats;
  private readonly positions = new Map<string, number>();

  constructor(book: ChatBook, pieceS: (video: PastVideo) => number) {
    this.chats = new VideoChats(book, pieceS);
  }

  /** Whether this request is refused as busy. Counts the request. */
  isBusy({ id, chat: { nullPages = 0 } }: PastVideo): boolean {
    const before = this.positions.get(id) ?? 0;
    this.positions.set(id, before + 1);
    return before < nullPages;
  }
}
