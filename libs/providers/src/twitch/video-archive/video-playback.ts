import { randomInt } from 'node:crypto';
import { type HlsDialect } from '#libs/contracts';
import { OutsideError, isAppError } from '#libs/errors';
import { joined, message, type OwnMessage } from '#libs/messages';
import { type PastPlayback, type PastViewer } from '../../kit/video-archive.js';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { type Gql, type GqlOptions, viaProxy } from '../gql/gql.js';
import { reasonOf } from '../../kit/no-answer.js';
import { fetchText } from '../http/fetch-text.js';
import { videoTokenQuestion, readVideoToken } from '../playback/playback-token.wire.js';
import { USHER_QUERY } from '../playback/usher-address.js';
import { judgeVideoUsher, type VideoJudgement } from './judge-video-usher.js';
import { videoMissing } from './video-missing.js';

const HOST = 'usher.ttvnw.net';
/** streamlink has used v2 since Feb 2026; yt-dlp and TwitchDownloader use v1. */
const PATHS = { v2: '/vod/v2/', v1: '/vod/' } as const;
/** A video contains no ads; its discontinuities count only where time stamps jump. */
const VIDEO_DIALECT: HlsDialect = {
  ads: { classNames: [], idPrefixes: [], titles: [] },
  contentTitles: [],
  ignoreContentDiscontinuity: true,
};
const TOKEN_NOT_ACCEPTED = 'Twitch does not take the playback token of the settings; the video is fetched as a guest.';

interface Token {
  readonly value: string;
  readonly signature: string;
}
interface Viewing {
  readonly token: Token;
  readonly isSignedIn: boolean;
  readonly remark: string;
}

/**
 * Opens the media of a recorded video: a playback token from GraphQL, then a master playlist from usher, which `open`
 * loads once to check it.
 */
export class VideoPlayback {
  constructor(
    private readonly sites: SiteAddresses,
    private readonly gql: Gql,
  ) {}

  async open(id: string, { authorization, proxy }: PastViewer, signal: AbortSignal): Promise<PastPlayback> {
    const via = viaProxy(proxy);
    const viewing = await this.view(id, { authorization, via, signal });
    const odd: OwnMessage[] = [];
    for (const version of ['v2', 'v1'] as const) {
      const url = this.address(id, viewing.token, version);
      const judged = await fetchMaster(url, via, { isSignedIn: viewing.isSignedIn, signal });
      if (judged.kind === 'refused') throw judged.error;
      if (judged.kind === 'master')
        return {
          address: {
            url,
            headers: {},
            dialect: VIDEO_DIALECT,
            remark: viewing.remark,
            unavailable: judged.unavailable,
          },
          segmentUrls,
        };
      odd.push(message('site.named', { name: version, why: judged.reason }));
    }
    throw new OutsideError(message('error.site-away.no-video-playlist', { why: joined(odd) ?? '' }));
  }

  /** Requests a token as the operator's own viewer, or as a guest if Twitch rejects that. */
  private async view(
    id: string,
    { authorization, via, signal }: { authorization: string | null; via: GqlOptions; signal: AbortSignal },
  ): Promise<Viewing> {
    if (authorization === null) return { token: await this.token(id, via, signal), isSignedIn: false, remark: '' };
    try {
      return { token: await this.token(id, { ...via, authorization }, signal), isSignedIn: true, remark: '' };
    } catch (thrown) {
      if (!isAppError(thrown) || thrown.code !== 'playback-token') throw thrown;
      return { token: await this.token(id, via, signal), isSignedIn: false, remark: TOKEN_NOT_ACCEPTED };
    }
  }

  /** A null token together with an error says nothing about the video. */
  private async token(id: string, options: GqlOptions, signal: AbortSignal): Promise<Token> {
    const [result] = await this.gql.run([videoTokenQuestion(id)], options, signal);
    const token = readVideoToken(result?.data);
    if (token) return token;
    if (token === null && result?.errors.length === 0) throw videoMissing(id);
    throw new OutsideError(message('error.site-away.no-video-token'));
  }

  private address(id: string, { value, signature }: Token, version: keyof typeof PATHS): string {
    const query = { ...USHER_QUERY, p: String(randomInt(1_000_000)), sig: signature, token: value };
    const encoded = Object.entries(query)
      .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
      .join('&');
    return this.sites.http(HOST, `${PATHS[version]}${encodeURIComponent(id)}.m3u8?${encoded}`);
  }
}

async function fetchMaster(
  url: string,
  via: GqlOptions,
  { isSignedIn, signal }: { isSignedIn: boolean; signal: AbortSignal },
): Promise<VideoJudgement> {
  try {
    return judgeVideoUsher(await fetchText({ url, ...via }, signal), isSignedIn);
  } catch (thrown) {
    signal.throwIfAborted();
    return { kind: 'odd', reason: reasonOf(thrown) };
  }
}

const NAME = /^(.*\/\d+)(-muted|-unmuted)?(\.[a-z0-9]+)((?:\?.*)?)$/i;

/**
 * The possible addresses of a video's segment, best first (docs/reference/twitch.md#videos). The plain name has audio
 * for up to a day, even if the segment was muted; `-unmuted` mostly returns 403; `-muted` is the same without audio.
 */
export function segmentUrls(url: string): readonly string[] {
  const [, stem, mark = '', extension, query = ''] = NAME.exec(url) ?? [];
  if (stem === undefined || extension === undefined) return [url];
  const urlWithMark = (with_: string): string => `${stem}${with_}${extension}${query}`;
  return mark === '-unmuted'
    ? [urlWithMark(''), urlWithMark('-unmuted'), urlWithMark('-muted')]
    : [urlWithMark(''), urlWithMark('-muted')];
}
