import { ms } from '#libs/contracts';
import { OutsideError, isAppError } from '#libs/errors';
import { message } from '#libs/messages';
import { type CommentPage, type CommentPlace, type Past, type PastComment } from '../../kit/past.js';
import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { type Gql } from '../gql/gql.js';
import { commentRecord } from './comment-record.js';
import { commentsQuery, readComments, type CommentsReading } from './comments.wire.js';
import { videoMissing } from './video-missing.js';

/** TwitchDownloader asks up to ten times where comments are null. */
const BUSY_WAITS_MS = [500, 1000, 1500, 2000, 3000, 4000, 5000, 5000, 5000];

type CommentsInput = Parameters<Past['comments']>[0];
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

/** The chat beside a video, a page after the other: by cursor as long as the site takes it, else by time. */
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
      // A cursor that leads nowhere would be asked for ever; by time each page is behind the one before.
      const cursor = page.cursor === place.cursor ? null : page.cursor;
      return { comments, next: page.hasMore ? behind(comments, place, cursor) : null, missing: null };
    }
    return byTime(comments, page, place);
  }

  /** Null: the site wants a browser's proof for it (it did so at times), or does not know it any more. */
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
 * Within a second the order of the site holds, whatever the stamps say.
 * @param behind ms, of the comment before them
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

function behind(comments: readonly PastComment[], place: CommentPlace, cursor: string | null): CommentPlace {
  const last = comments.at(-1);
  return last
    ? { offsetMs: last.offsetMs, cursor, seen: { id: last.record.id, offsetMs: last.offsetMs } }
    : { ...place, cursor };
}

/**
 * A page by time begins a little before its second, so that it holds the last comment of the page before; where it does
 * not, something lies between. A second that fills a page is left by the next one.
 */
function byTime(comments: readonly PastComment[], page: Page, place: CommentPlace): CommentPage {
  const [first, last] = [comments[0], comments.at(-1)];
  if (!first || !last) return { comments, next: null, missing: null };
  const missing = missingBefore(first, comments, place);
  if (!page.hasMore) return { comments, next: null, missing };
  const isFirst = place.cursor === null && place.seen === undefined;
  if (isFirst && page.cursor !== null) return { comments, next: behind(comments, place, page.cursor), missing };
  const seen =
    place.seen && place.seen.offsetMs > last.offsetMs ? place.seen : { id: last.record.id, offsetMs: last.offsetMs };
  const second = Math.max(Math.floor(last.offsetMs / 1000), Math.floor(place.offsetMs / 1000) + 1);
  return { comments, next: { offsetMs: ms(second * 1000), cursor: null, seen }, missing };
}

/** Null: the page holds the last one that was seen, or ends before it. */
function missingBefore(
  first: PastComment,
  comments: readonly PastComment[],
  { seen }: CommentPlace,
): CommentPage['missing'] {
  if (!seen || first.offsetMs < seen.offsetMs || comments.some(({ record }) => record.id === seen.id)) return null;
  return { fromMs: seen.offsetMs, toMs: first.offsetMs };
}
