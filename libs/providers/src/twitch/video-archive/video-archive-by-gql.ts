import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import {
  type ClipQuery,
  type ClipQuality,
  type Existence,
  type Listing,
  type ListingQuery,
  type PastClip,
  type PastVideo,
} from '../../kit/video-archive.js';
import { type Gql, type GqlResult } from '../gql/gql.js';
import { type GqlOperation } from '../gql/gql-operation.js';
import {
  clipFilesQuery,
  clipQuery,
  clipsQuery,
  readClip,
  readClipFiles,
  readClips,
  type ClipsPeriod,
} from './gql-clip.wire.js';
import { existQuery, readVideo, readVideos, videoQuery, videosQuery } from './gql-video.wire.js';

const MAX_PAGE_SIZE = 100;
const DAY_MS = 86_400_000;
const PERIODS: readonly (readonly [ClipsPeriod, number])[] = [
  ['LAST_DAY', DAY_MS],
  ['LAST_WEEK', 7 * DAY_MS],
  ['LAST_MONTH', 30 * DAY_MS],
];
const unreadable = (): OutsideError => new OutsideError(message('error.site-away.player-answer'));

/** The shortest period that includes `from`. */
const periodOf = (from: Date | undefined): ClipsPeriod =>
  (from && PERIODS.find(([, lengthMs]) => Date.now() - from.getTime() < lengthMs)?.[0]) ?? 'ALL_TIME';

/** Reads videos and clips by the web player's API, which needs no app. It does not return the broadcast of a video. */
export class VideoArchiveByGql {
  constructor(private readonly gql: Gql) {}

  async videos(userId: string, { limit, cursor }: ListingQuery, signal: AbortSignal): Promise<Listing<PastVideo>> {
    return (
      readVideos(
        (await this.query(videosQuery(userId, Math.min(limit, MAX_PAGE_SIZE), cursor ?? null), signal)).data,
      ) ?? refuse()
    );
  }

  video(id: string, signal: AbortSignal): Promise<PastVideo | null> {
    return this.one(videoQuery(id), readVideo, signal);
  }
  clip(slug: string, signal: AbortSignal): Promise<PastClip | null> {
    return this.one(clipQuery(slug), readClip, signal);
  }
  clipFiles(slug: string, signal: AbortSignal): Promise<readonly ClipQuality[] | null> {
    return this.one(clipFilesQuery(slug), readClipFiles, signal);
  }

  /** @param ids digits; at most 100 */
  async exist(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Existence>> {
    const { data, errors } = await this.query(existQuery(ids), signal);
    return new Map(
      ids.map((id) => {
        const row = data[`v${id}`];
        return [
          id,
          typeof row === 'object' && row !== null ? 'yes' : row === null && errors.length === 0 ? 'no' : 'unknown',
        ];
      }),
    );
  }

  /** The site supports only periods up to now; clips outside `from` and `to` are filtered here. */
  async clips(userId: string, { limit, cursor, from, to }: ClipQuery, signal: AbortSignal): Promise<Listing<PastClip>> {
    const listed =
      readClips(
        (
          await this.query(
            clipsQuery(userId, {
              first: Math.min(limit, MAX_PAGE_SIZE),
              after: cursor ?? null,
              period: periodOf(from),
            }),
            signal,
          )
        ).data,
      ) ?? refuse();
    return {
      ...listed,
      rows: listed.rows.filter(
        ({ createdAt }) => createdAt >= (from ?? new Date(0)) && (to === undefined || createdAt < to),
      ),
    };
  }

  /** Returns null only if no error reports that a part of the site is unavailable. */
  private async one<T>(
    question: GqlOperation,
    read: (data: GqlResult['data']) => T | null | undefined,
    signal: AbortSignal,
  ): Promise<T | null> {
    const { data, errors } = await this.query(question, signal);
    const found = read(data);
    if (found === undefined || (found === null && errors.length > 0)) throw unreadable();
    return found;
  }

  private async query(question: GqlOperation, signal: AbortSignal): Promise<GqlResult> {
    const [result] = await this.gql.run([question], {}, signal);
    return result ?? refuse();
  }
}

function refuse(): never {
  throw unreadable();
}
