import {
  type ClipQuery,
  type Existence,
  type Listing,
  type ListingQuery,
  type PastClip,
  type PastVideo,
} from '../../kit/video-archive.js';
import { type AccessSource } from '../account/access.js';
import { type Helix, type Query } from '../helix/helix.js';
import { OutsideError } from '#libs/errors';
import { message, type OwnMessage } from '#libs/messages';
import { readRows } from '../helix/helix.wire.js';
import { ClipRow, clipOfRow, VideoRow, videoOfRow } from './helix-archive.wire.js';

const MAX_PAGE_SIZE = 100;
/** Earlier than any clip; Helix requires a start together with an end. */
const FIRST_CLIP = '2016-01-01T00:00:00Z';
const secondsOf = (at: Date): string => at.toISOString().replace(/\.\d{3}Z$/, 'Z');
const paging = ({ limit, cursor }: ListingQuery): Query => [
  ['first', String(Math.min(Math.max(limit, 1), MAX_PAGE_SIZE))],
  ...(cursor === undefined ? [] : [['after', cursor] as const]),
];

/** Reads videos and clips by the Twitch API, which needs the operator's app. */
export class VideoArchiveByHelix {
  constructor(
    private readonly helix: Helix,
    private readonly app: AccessSource,
  ) {}

  async videos(userId: string, query: ListingQuery, signal: AbortSignal): Promise<Listing<PastVideo>> {
    const { rows, cursor } = await this.helix.page(
      { path: '/videos', query: [['user_id', userId], ...paging(query)], access: this.app },
      VideoRow,
      signal,
    );
    return { rows: rows.map(videoOfRow), cursor };
  }

  /** @throws OutsideError: the response does not show whether the video exists */
  async video(id: string, signal: AbortSignal): Promise<PastVideo | null> {
    const found = await this.byIds([id], signal);
    if (found.unread > 0) throw new OutsideError(message('error.site-away.unreadable-row'));
    return found.videos[0] ?? null;
  }

  /** @param ids at most 100 */
  async exist(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Existence>> {
    const { videos, unread } = await this.byIds(ids, signal);
    const there = new Set(videos.map(({ id }) => id));
    return new Map(ids.map((id) => [id, there.has(id) ? 'yes' : unread > 0 ? 'unknown' : 'no']));
  }

  async clips(
    [by, id]: readonly ['broadcaster_id' | 'game_id', string],
    { from, to, ...query }: ClipQuery,
    signal: AbortSignal,
  ): Promise<Listing<PastClip>> {
    const span: Query =
      from || to
        ? [
            ['started_at', from ? secondsOf(from) : FIRST_CLIP],
            ['ended_at', secondsOf(to ?? new Date())],
          ]
        : [];
    const { rows, cursor } = await this.helix.page(
      { path: '/clips', query: [[by, id], ...span, ...paging(query)], access: this.app },
      ClipRow,
      signal,
    );
    return { rows: rows.map(clipOfRow), cursor };
  }

  async clip(slug: string, signal: AbortSignal): Promise<PastClip | null> {
    const {
      rows: [row],
      unread,
    } = await this.helix.page({ path: '/clips', query: [['id', slug]], access: this.app }, ClipRow, signal);
    if (!row && unread > 0) throw new OutsideError(message('error.site-away.unreadable-row'));
    return row ? clipOfRow(row) : null;
  }

  /**
   * A 404 with the site's own text means that none of the videos exists. Any other 404 may come from a server in
   * between and means nothing.
   */
  private async byIds(
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly videos: readonly PastVideo[]; readonly unread: number }> {
    const { status, text, remark } = await this.helix.call(
      { path: '/videos', query: ids.map((id) => ['id', id] as const), access: this.app },
      signal,
    );
    if (status === 404 && remark !== '') return { videos: [], unread: 0 };
    const page = status === 200 ? readRows(text, VideoRow) : null;
    if (!page) throw new OutsideError(noAnswer(status, remark));
    return { videos: page.rows.map(videoOfRow), unread: page.unread };
  }
}

function noAnswer(status: number, remark: string): OwnMessage {
  if (status === 200) return message('error.site-away.no-video-facts', { status });
  return remark === ''
    ? message('error.refused.video-facts', { status })
    : message('error.refused.video-facts-said', { status, said: remark });
}
