const CLIENT_ID = 'kimne78kx3ncx6brgo4mv6wki5h1ko';
const TOKEN_HASH = 'ed230aa1e33e07eebb8928504583da78a5173989fadfb1ac94be06a04f3cdbe9';

export interface Row {
  readonly attributes: string;
  readonly url: string;
}
export interface Listed {
  readonly title: string;
  readonly durationS: number;
  readonly at: string;
  readonly url: string;
  readonly discontinuity: boolean;
  readonly map: string | null;
  readonly seq: number;
}
export interface MediaListAnswer {
  readonly status: number;
  readonly body: string;
  readonly segments: readonly Listed[];
  readonly prefetch: readonly string[];
}
export interface MasterAnswer {
  readonly status: number;
  readonly body: string;
  readonly rows: readonly Row[];
}
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- specs look into answers of many shapes
export type Json = any;
export interface Token {
  readonly value: string;
  readonly signature: string;
}

/** A small client for specs only, so that they test the wire format and not the sim's classes. */
export interface Viewer {
  gql(
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly answer: Json }>;
  token(login?: string, headers?: Readonly<Record<string, string>>): Promise<Token>;
  master(
    query?: Readonly<Record<string, string>>,
    how?: { readonly token?: Token; readonly isV1?: boolean; readonly login?: string },
  ): Promise<MasterAnswer>;
  list(row: Row): Promise<MediaListAnswer>;
}

export const tokenOperation = (login: string): object => ({
  operationName: 'PlaybackAccessToken',
  variables: { isLive: true, login, isVod: false, vodID: '', playerType: 'embed', platform: 'site' },
  extensions: { persistedQuery: { version: 1, sha256Hash: TOKEN_HASH } },
});

const tagOf = (block: string, tag: string): string | null => new RegExp(`^#${tag}:(.*)$`, 'm').exec(block)?.[1] ?? null;

/** Reads the lines of each segment: its tags, then its address. */
function listedOf(body: string): Listed[] {
  const first = Number(tagOf(body, 'EXT-X-MEDIA-SEQUENCE'));
  const blocks = body.split(/(?<=^http.*$)\n/m).filter((block) => /^http/m.test(block));
  return blocks.map((block, i) => {
    const [durationS = '', title = ''] = (tagOf(block, 'EXTINF') ?? '').split(',');
    return {
      title,
      durationS: Number(durationS),
      at: tagOf(block, 'EXT-X-PROGRAM-DATE-TIME') ?? '',
      url: /^http.*$/m.exec(block)?.[0] ?? '',
      discontinuity: block.includes('#EXT-X-DISCONTINUITY\n'),
      map: /#EXT-X-MAP:URI="(.*)"/.exec(block)?.[1] ?? null,
      seq: first + i,
    };
  });
}

export function createViewer(sim: string, channel: string): Viewer {
  const gql: Viewer['gql'] = async (body, headers = {}) => {
    const answer = await fetch(`${sim}/h/gql.twitch.tv/gql`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'client-id': CLIENT_ID, ...headers },
    });
    return { status: answer.status, answer: (await answer.json()) as Json };
  };
  const token: Viewer['token'] = async (login = channel, headers = {}) =>
    (await gql(tokenOperation(login), headers)).answer.data.streamPlaybackAccessToken as Token;
  return {
    gql,
    token,
    master: async (query = {}, { token: given, isV1 = false, login = channel } = {}) => {
      const { value, signature } = given ?? (await token());
      const params = new URLSearchParams({
        sig: signature,
        token: value,
        allow_source: 'true',
        allow_audio_only: 'true',
        fast_bread: 'true',
        ...query,
      });
      const answer = await fetch(
        `${sim}/h/usher.ttvnw.net/api/${isV1 ? '' : 'v2/'}channel/hls/${login}.m3u8?${params.toString()}`,
      );
      const body = await answer.text();
      return {
        status: answer.status,
        body,
        rows: [...body.matchAll(/#EXT-X-STREAM-INF:(.*)\n(.*)/g)].map(([, attributes = '', url = '']) => ({
          attributes,
          url,
        })),
      };
    },
    list: async ({ url }) => {
      const answer = await fetch(url);
      const body = await answer.text();
      return {
        status: answer.status,
        body,
        segments: listedOf(body),
        prefetch: [...body.matchAll(/#EXT-X-TWITCH-PREFETCH:(.*)/g)].map(([, address = '']) => address),
      };
    },
  };
}
