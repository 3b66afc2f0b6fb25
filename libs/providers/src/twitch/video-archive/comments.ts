import { ms } from '#libs/contracts';
import { OutsideError, isAppError } from '#libs/errors';
import { message } from '#libs/messages';
import { type CommentPage, type CommentPlace, type VideoArchive, type PastComment } from '../../kit/video-archive.js';
import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { type Gql } from '../gql/gql.js';
import { commentRecord } from './comment-record.js';
import { commentsQuery, readComments, type CommentsReading } from './comments.wire.js';
import { videoMissing } from './video-missing.js';

/** Delays of the retries if comments are null; TwitchDownloader makes up to ten attempts. */
const BUSY_WAITS_MS = [500, 1000, 1500, 2000, 3000, 4000, 5000, 5000, 5000];

type CommentsInput = Parameters<VideoArchive['comments']>[0];
type Page = Extract<CommentsReading, { kind: 'page' }>;
interface CommentsRequest {
  readonly videoId: string;
  readonly signal: AbortSignal;
}
export interface CommentsPorts {
  readonly gql: Pick<Gql, 'run'>;
  readonly clock?: Clock;
  readonly busyWaitsMs?: readonly number[];
}

/** Reads the chat of a video page by page: by cursor while the site accepts it, otherwise by time. */
export class TwitchComments {
  private readonly clock: Clock;

  constructor(private readonly ports: CommentsPorts) {
    this.clock = ports.clock ?? SYSTEM_CLOCK;
  }

  async page({ videoId, startedAt, from }: CommentsInput, signal: AbortSignal): Promise<CommentPage> {
    const request: CommentsRequest = { videoId, signal };
    const place = from ?? { offsetMs: ms(0), cursor: null };
    const byCursor = place.cursor === null ? null : await this.byCursor(request, place.cursor);
    const page = byCursor ?? (await this.read(request, { contentOffsetSeconds: secondOf(place) }));
    const comments = inOrder(
      page.nodes.map((node) => commentRecord(node, { startedAt, seenAt: this.clock.now() })),
      byCursor ? place.offsetMs : 0,
    );
    if (byCursor) {
      // A cursor that does not advance would repeat forever; each page by time starts later than the previous one.
      const cursor = page.cursor === place.cursor ? null : page.cursor;
      return { comments, next: page.hasMore ? nextPlace(comments, place, cursor) : null, missing: null };
    }
    return byTime(comments, page, place);
  }

  /**
   * Null: the site requires a browser's integrity token for the cursor (which it did at times), or no longer knows the
   * cursor.
   */
  private async byCursor(request: CommentsRequest, cursor: string): Promise<Page | null> {
    try {
      return await this.read(request, { cursor });
    } catch (thrown) {
      request.signal.throwIfAborted();
      if (isAppError(thrown) && thrown.code === 'refused') return null;
      throw thrown;
    }
  }

  private async read({ videoId, signal }: CommentsRequest, at: Parameters<typeof commentsQuery>[1]): Promise<Page> {
    const waits = this.ports.busyWaitsMs ?? BUSY_WAITS_MS;
    for (let tries = 0; ; tries++) {
      const [result] = await this.ports.gql.run([commentsQuery(videoId, at)], {}, signal);
      const reading = result ? readComments(result.data) : { kind: 'unreadable' as const };
      if (reading.kind === 'page') return reading;
      if (reading.kind === 'no-video' && result?.errors.length === 0) throw videoMissing(videoId);
      const waitMs = waits[tries];
      if (waitMs === undefined) throw new OutsideError(message('error.site-away.no-chat-of-video'));
      await this.clock.pause(waitMs, signal);
    }
  }
}

const secondOf = ({ offsetMs }: CommentPlace): number => Math.floor(offsetMs / 1000);

/**
 * Keeps the order of the site and raises time stamps that contradict it.
 * @param behind offset of the previous comment, ms
 */
function inOrder(comments: readonly PastComment[], behind: number): readonly PastComment[] {
  let last = behind;
  return comments.map(({ offsetMs, record }) => {
    last = Math.max(last, offsetMs);
    return last === offsetMs
      ? { offsetMs, record }
      : { offsetMs: ms(last), record: { ...record, at: record.at + last - offsetMs } };
  });
}

function nextPlace(comments: readonly PastComment[], place: CommentPlace, cursor: string | null): CommentPlace {
  const last = comments.at(-1);
  return last
    ? { offsetMs: last.offsetMs, cursor, seen: { id: last.record.id, offsetMs: last.offsetMs } }
    : { ...place, cursor };
}

/**
 * A page by time starts slightly before its second, so it contains the last comment of the previous page. If it does
 * not, comments are missing in between. If one second fills a page, the next page skips the rest of it.
 */
function byTime(comments: readonly PastComment[], page: Page, place: CommentPlace): CommentPage {
  const [first, last] = [comments[0], comments.at(-1)];
  if (!first || !last) return { comments, next: null, missing: null };
  const missing = missingBefore(first, comments, place);
  if (!page.hasMore) return { comments, next: null, missing };
  const isFirst = place.cursor === null && place.seen === undefined;
  if (isFirst && page.cursor !== null) return { comments, next: nextPlace(comments, place, page.cursor), missing };
  const seen =
    place.seen && place.seen.offsetMs > last.offsetMs ? place.seen : { id: last.record.id, offsetMs: last.offsetMs };
  const second = Math.max(Math.floor(last.offsetMs / 1000), Math.floor(place.offsetMs / 1000) + 1);
  return { comments, next: { offsetMs: ms(second * 1000), cursor: null, seen }, missing };
}

/** Null: the page contains the last seen comment, or starts before it. */
function missingBefore(
  first: PastComment,
  comments: readonly PastComment[],
  { seen }: CommentPlace,
): CommentPage['missing'] {
  if (!seen || first.offsetMs < seen.offsetMs || comments.some(({ record }) => record.id === seen.id)) return null;
  return { fromMs: seen.offsetMs, toMs: first.offsetMs };
}
