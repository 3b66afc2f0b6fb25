import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SiteAddresses } from '../../kit/site-addresses.js';
import { Gql } from '../gql/gql.js';
import { TwitchPlayback } from './twitch.playback.js';

interface Question {
  readonly operationName: string;
  readonly variables: { login?: string; id?: string };
}
interface Seen {
  readonly url: URL;
  readonly authorization: string | undefined;
}

const MASTER = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://x/a.m3u8\n';
const VALUE = '{"channel":"alice","channel_id":7,"x":"a+b &=% \\u00e9 \\"q\\""}';
const tokenOf = (value: string): object => ({
  data: { streamPlaybackAccessToken: { value, signature: 'ab'.repeat(20) } },
});
const target = (login: string, headers: Record<string, string> = {}) => ({
  sourceId: '7',
  sourceUrl: `https://www.twitch.tv/${login}`,
  headers,
});

/** A site of one channel, id 7, called alice; `bob` is somebody else's name now. */
describe('playback of a Twitch channel', () => {
  let server: Server;
  let seen: Seen[];
  let usher: Record<string, readonly [status: number, text: string]>;
  let takesToken: boolean;
  let playback: TwitchPlayback;
  const never = new AbortController().signal;

  const answer = ({ operationName, variables: { login, id } }: Question): object => {
    // Of 5 the site still has its old name, in a cache.
    if (operationName === 'ChannelLogin')
      return { data: { user: id === '7' ? { id, login: 'alice' } : id === '5' ? { id, login: 'bob' } : null } };
    if (login === 'alice') return tokenOf(VALUE);
    return login === 'bob' ? tokenOf('{"channel_id":8}') : { data: { streamPlaybackAccessToken: null } };
  };
  const reply = (req: IncomingMessage, text: string): readonly [status: number, text: string] => {
    const url = new URL(req.url ?? '', 'http://x');
    seen.push({ url, authorization: req.headers.authorization });
    if (url.pathname !== '/h/gql.twitch.tv/gql') return usher[url.pathname] ?? [404, ''];
    if (req.headers.authorization !== undefined && !takesToken)
      return [401, '{"error":"Unauthorized","status":401,"message":"The token is invalid."}'];
    return [200, JSON.stringify((JSON.parse(text) as Question[]).map(answer))];
  };
  const ushers = (): Seen[] => seen.filter(({ url }) => url.pathname.startsWith('/h/usher'));

  beforeEach(async () => {
    [seen, takesToken] = [[], true];
    usher = {
      '/h/usher.ttvnw.net/api/v2/channel/hls/alice.m3u8': [200, MASTER],
      '/h/usher.ttvnw.net/api/v2/channel/hls/bob.m3u8': [200, MASTER],
    };
    server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const [status, body] = reply(req, Buffer.concat(chunks).toString());
        res.writeHead(status).end(body);
      });
    });
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    const sites = new SiteAddresses(`http://127.0.0.1:${(server.address() as AddressInfo).port}/h/{host}`);
    playback = new TwitchPlayback(sites, new Gql(sites, [1]));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  it('hands usher the token byte for byte, with what makes it give every quality', async () => {
    const { url, headers, dialect, remark } = await playback.open(target('Alice'), never);
    const query = new URL(url).searchParams;
    expect(query.get('token')).toBe(VALUE);
    expect(Object.fromEntries(query)).toMatchObject({
      sig: 'ab'.repeat(20),
      allow_source: 'true',
      supported_codecs: 'av1,h265,h264',
      include_unavailable: 'true',
      play_session_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      p: expect.stringMatching(/^\d+$/),
    });
    expect(query.has('fast_bread')).toBe(false);
    expect({ headers, remark, classes: dialect?.ads.classNames }).toEqual({
      headers: {},
      remark: '',
      classes: ['twitch-stitched-ad'],
    });
  });
  it("shows the operator's token to the token service alone", async () => {
    await playback.open(target('alice', { authorization: 'OAuth secret' }), never);
    expect(seen.map(({ url, authorization }) => [url.pathname.split('/')[2], authorization])).toEqual([
      ['gql.twitch.tv', 'OAuth secret'],
      ['usher.ttvnw.net', undefined],
    ]);
  });
  it('goes on as a guest when the site does not take that token, and says so', async () => {
    takesToken = false;
    const { remark } = await playback.open(target('alice', { authorization: 'OAuth stale' }), never);
    expect(remark).toContain('playback token');
    expect(ushers()).toHaveLength(1);
  });
  it.each([
    ['404 of nobody', [404, '']],
    ['503', [503, 'busy']],
    ['a page', [200, '<html></html>']],
  ] as const)('takes the old address when the new one gives %s', async (_name, odd) => {
    usher = {
      '/h/usher.ttvnw.net/api/v2/channel/hls/alice.m3u8': odd,
      '/h/usher.ttvnw.net/api/channel/hls/alice.m3u8': [200, MASTER],
    };
    const { url } = await playback.open(target('alice'), never);
    expect(new URL(url).pathname).toBe('/h/usher.ttvnw.net/api/channel/hls/alice.m3u8');
  });
  it('says what both gave when neither works', async () => {
    usher = { '/h/usher.ttvnw.net/api/v2/channel/hls/alice.m3u8': [502, '<html>'] };
    await expect(playback.open(target('alice'), never)).rejects.toMatchObject({
      fault: 'outside',
      code: 'site-away',
      message: expect.stringMatching(/v2: status 502; v1: status 404/),
    });
  });
  it('does not ask twice when usher says that the stream is not there', async () => {
    usher = {
      '/h/usher.ttvnw.net/api/v2/channel/hls/alice.m3u8': [
        404,
        '[{"error_code":"transcode_does_not_exist","error":"transcode does not exist"}]',
      ],
    };
    await expect(playback.open(target('alice'), never)).rejects.toMatchObject({ code: 'not-live' });
    expect(ushers()).toHaveLength(1);
  });
  it.each([
    ['its old name is free', 'gone'],
    ['somebody else has its old name', 'bob'],
  ])('follows a renamed channel by its id when %s', async (_name, login) => {
    const { url } = await playback.open(target(login), never);
    expect(new URL(url).pathname).toMatch(/\/alice\.m3u8$/);
  });
  it.each([
    ['nobody knows this one any more', '9'],
    ['the site tells its old name', '5'],
  ])('never records another channel that has the name now, when %s', async (_name, sourceId) => {
    await expect(playback.open({ ...target('bob'), sourceId }, never)).rejects.toMatchObject({ code: 'not-live' });
    expect(ushers()).toHaveLength(0);
  });
  it('goes by the name alone where the channel has no id', async () => {
    await expect(playback.open({ ...target('alice'), sourceId: '' }, never)).resolves.toMatchObject({ remark: '' });
  });
  it('stops when it is asked to', async () => {
    await expect(playback.open(target('alice'), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
