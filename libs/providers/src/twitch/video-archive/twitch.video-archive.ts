import { OutsideError, UserError, isAppError } from '#libs/errors';
import { message } from '#libs/messages';
import {
  type ClipQuery,
  type ClipQuality,
  type CommentPage,
  type Existence,
  type Listing,
  type ListingQuery,
  type VideoArchive,
  type PastChapter,
  type PastClip,
  type PastPlayback,
  type PastReference,
  type PastVideo,
  type PastViewer,
} from '../../kit/video-archive.js';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { type AccessSource } from '../account/access.js';
import { type Gql } from '../gql/gql.js';
import { helixOrPublic } from '../helix-or-public.js';
import { type Helix } from '../helix/helix.js';
import { chaptersQuery, readChapters } from './chapters.wire.js';
import { TwitchComments } from './comments.js';
import { VideoArchiveByGql } from './video-archive-by-gql.js';
import { VideoArchiveByHelix } from './video-archive-by-helix.js';
import { readPastUrl } from './read-past-url.js';
import { VideoPlayback } from './video-playback.js';

const MAX_BATCH = 100;
const IS_ID = /^\d{1,15}$/;

export interface VideoArchivePorts {
  readonly sites: SiteAddresses;
  readonly helix: Helix;
  readonly app: AccessSource;
  readonly gql: Gql;
  readonly busyWaitsMs?: readonly number[];
}

/**
 * Twitch's videos, their chat, and clips. Lists come from Helix if there is an app, otherwise from the public API;
 * media and chat always come from the public API.
 */
export class TwitchVideoArchive implements VideoArchive {
  private readonly byHelix: VideoArchiveByHelix;
  private readonly byGql: VideoArchiveByGql;
  private readonly playback: VideoPlayback;
  private readonly chat: TwitchComments;

  constructor(private readonly ports: VideoArchivePorts) {
    const { sites, helix, app, gql, busyWaitsMs } = ports;
    this.byHelix = new VideoArchiveByHelix(helix, app);
    this.byGql = new VideoArchiveByGql(gql);
    this.playback = new VideoPlayback(sites, gql);
    this.chat = new TwitchComments({ gql, ...(busyWaitsMs ? { busyWaitsMs } : {}) });
  }

  videos(userId: string, query: ListingQuery, signal: AbortSignal): Promise<Listing<PastVideo>> {
    return listed(
      query,
      {
        helix: (page) => this.byHelix.videos(userId, page, signal),
        gql: (page) => this.byGql.videos(userId, page, signal),
      },
      signal,
    );
  }

  video(id: string, signal: AbortSignal): Promise<PastVideo | null> {
    return IS_ID.test(id)
      ? helixOrPublic(
          () => this.byHelix.video(id, signal),
          () => this.byGql.video(id, signal),
          signal,
        )
      : Promise.resolve(null);
  }

  async exist(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Existence>> {
    const known = [...new Set(ids)].filter((id) => IS_ID.test(id));
    const found = new Map<string, Existence>(ids.map((id) => [id, 'no']));
    for (let from = 0; from < known.length; from += MAX_BATCH)
      for (const [id, answer] of await this.existSome(known.slice(from, from + MAX_BATCH), signal))
        found.set(id, answer);
    return found;
  }

  async chapters(id: string, signal: AbortSignal): Promise<readonly PastChapter[]> {
    const [result] = await this.ports.gql.run([chaptersQuery(id)], {}, signal);
    const chapters = result && readChapters(result.data);
    if (!chapters) throw new OutsideError(message('error.site-away.no-chapters'));
    return chapters;
  }

  videoPlayback(id: string, viewer: PastViewer, signal: AbortSignal): Promise<PastPlayback> {
    return this.playback.open(id, viewer, signal);
  }
  comments(query: Parameters<VideoArchive['comments']>[0], signal: AbortSignal): Promise<CommentPage> {
    return this.chat.page(query, signal);
  }

  clips(userId: string, query: ClipQuery, signal: AbortSignal): Promise<Listing<PastClip>> {
    return listed(
      query,
      {
        helix: (page) => this.byHelix.clips(['broadcaster_id', userId], page, signal),
        gql: (page) => this.byGql.clips(userId, page, signal),
      },
      signal,
    );
  }

  /** Uses Helix only: the public API returns clips of one language alone. */
  clipsUnder(categoryId: string, query: ClipQuery, signal: AbortSignal): Promise<Listing<PastClip>> {
    return this.byHelix.clips(['game_id', categoryId], query, signal);
  }

  /** Calls the public API first, since its clips contain logins and those of Helix do not. */
  async clip(id: string, signal: AbortSignal): Promise<PastClip | null> {
    try {
      return await this.byGql.clip(id, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      if (!isAppError(thrown)) throw thrown;
      return this.byHelix.clip(id, signal).catch((second: unknown) => {
        signal.throwIfAborted();
        throw isAppError(second) && second.code !== 'no-site-app' ? second : thrown;
      });
    }
  }

  async clipQualities(id: string, signal: AbortSignal): Promise<readonly ClipQuality[]> {
    const files = await this.byGql.clipFiles(id, signal);
    if (files === null) throw new UserError(message('error.clip-missing.twitch', { id }), { status: 404 });
    if (files.length === 0) throw new OutsideError(message('error.site-away.no-clip-file'));
    return files;
  }

  readPastUrl(pasted: string): PastReference {
    return readPastUrl(pasted);
  }

  private async existSome(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Existence>> {
    try {
      return await helixOrPublic(
        () => this.byHelix.exist(ids, signal),
        () => this.byGql.exist(ids, signal),
        signal,
      );
    } catch (thrown) {
      signal.throwIfAborted();
      if (!isAppError(thrown)) throw thrown;
      return new Map(ids.map((id) => [id, 'unknown']));
    }
  }
}

const CURSOR_PREFIXES = { helix: 'h:', gql: 'g:' } as const;
type SiteApi = keyof typeof CURSOR_PREFIXES;

/**
 * Reads a list to its end from the API that returned its first page. Cursors are not interchangeable between the two
 * APIs, so each has a prefix.
 */
async function listed<T, A extends ListingQuery>(
  query: A,
  ways: Readonly<Record<SiteApi, (query: A) => Promise<Listing<T>>>>,
  signal: AbortSignal,
): Promise<Listing<T>> {
  const readPage = async (way: SiteApi, page: A): Promise<Listing<T>> => {
    const { rows, cursor } = await ways[way](page);
    return { rows, cursor: cursor === null ? null : CURSOR_PREFIXES[way] + cursor };
  };
  const begun = (['helix', 'gql'] as const).find((way) => query.cursor?.startsWith(CURSOR_PREFIXES[way]));
  if (begun) return readPage(begun, { ...query, cursor: (query.cursor ?? '').slice(CURSOR_PREFIXES[begun].length) });
  if (query.cursor !== undefined)
    throw new UserError(message('error.bad-cursor'), {
      fields: [{ path: 'cursor', message: message('field.not-in-list') }],
    });
  return helixOrPublic(
    () => readPage('helix', query),
    () => readPage('gql', query),
    signal,
  );
}
