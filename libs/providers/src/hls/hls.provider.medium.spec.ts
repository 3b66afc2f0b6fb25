import { NO_ACCESS } from '#libs/contracts';
import { english } from '#libs/messages';
import { freePort, LiveHls, madeTables, madeTs } from '#libs/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describeProvider } from '../kit/conformance.js';
import { HlsProvider } from './hls.provider.js';

const provider = new HlsProvider();
const body = Buffer.from('x');
const segment = (n: number) => ({
  name: `s${n}.ts`,
  body,
  durMs: 2000,
  tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date(Date.now() - 2000).toISOString()}`],
});

describeProvider('HLS', async () => {
  const site = await LiveHls.start();
  site.publish(segment(1));
  return {
    provider,
    liveUrl: site.url,
    offlineUrl: `${site.origin}/nothing.m3u8`,
    away: { url: `http://127.0.0.1:${await freePort()}/live.m3u8` },
    close: () => site.stop(),
  };
});

describe('what is pasted as a channel', () => {
  let site: LiveHls;
  beforeEach(async () => {
    site = await LiveHls.start();
    site.publish(segment(1));
  });
  afterEach(() => site.stop());
  const identify = (path: string) =>
    provider.identify(path.startsWith('http') ? path : `${site.origin}${path}`, AbortSignal.timeout(10_000));
  const put = (path: string, text: string): void => {
    site.files.set(path, Buffer.from(text));
  };

  const REFUSED: readonly (readonly [string, string, string, string | null])[] = [
    ['a page', 'not-hls', '/page.m3u8', '<html></html>'],
    [
      'a master with no variants',
      'empty-master',
      '/empty.m3u8',
      '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a"\n',
    ],
    [
      'a master whose last line is a variant without an address',
      'empty-master',
      '/cut.m3u8',
      '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n',
    ],
    [
      'a finished VOD',
      'vod-playlist',
      '/vod.m3u8',
      '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n',
    ],
    [
      'a VOD by its type',
      'vod-playlist',
      '/vod2.m3u8',
      '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:2,\na.ts\n',
    ],
    ['a link to a file', 'source-unreachable', 'file:///etc/passwd', null],
  ];
  it.each(REFUSED)('%s is refused: %s', async (...[, code, path, text]) => {
    if (text !== null) put(path, text);
    const result = path.startsWith('file') ? provider.identify(path, AbortSignal.timeout(5000)) : identify(path);
    await expect(result).rejects.toMatchObject({ code, fields: [{ path: 'url' }] });
  });

  it('says that the connection was refused', async () => {
    await expect(identify(`http://127.0.0.1:${await freePort()}/x.m3u8`)).rejects.toMatchObject({
      code: 'source-unreachable',
      fields: [{ path: 'url', message: { english: 'could not be reached: the connection was refused' } }],
    });
  });

  it('tells wrong credentials apart, and sends those of the address', async () => {
    const right = `Basic ${Buffer.from('cam:s p').toString('base64')}`;
    site.fault = (req, res) => {
      if (req.headers.authorization === right) return false;
      res.writeHead(401).end();
      return true;
    };
    await expect(identify('/live.m3u8')).rejects.toMatchObject({ code: 'wrong-credentials' });
    const known = await identify(`${site.origin.replace('http://', 'http://cam:s%20p@')}/live.m3u8`);
    expect(known).toMatchObject({ authorization: right, sourceUrl: site.url });
  });

  it('integrity-14 reports the network that an address is in', async () => {
    expect(await identify('/live.m3u8')).toMatchObject({ network: 'loopback' });
  });

  it('takes an address that is off right now, and says so', async () => {
    expect(english((await identify('/later.m3u8')).remark!)).toContain('404');
  });

  it.each<readonly [string, RegExp, string]>([
    ['a key method', /a.ts|AES/, '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128\n#EXTINF:2,\na.ts\n'],
    [
      'a variable that nothing defines',
      /variable "x"/,
      '#EXTM3U\n#EXT-X-DEFINE:NAME="y",VALUE="1"\n#EXT-X-STREAM-INF:BANDWIDTH=1\n{$x}.m3u8\n',
    ],
  ])('says why a recorder could not read it: %s', async (_what, why, text) => {
    put('/odd.m3u8', text);
    await expect(identify('/odd.m3u8')).rejects.toMatchObject({
      code: 'unusable-playlist',
      fields: [{ path: 'url', message: { english: expect.stringMatching(why) } }],
    });
  });

  it('sources-4 takes a list that declares itself a VOD, if it grows', async () => {
    site.head = ['#EXT-X-PLAYLIST-TYPE:VOD'];
    site.onRequest = () => {
      site.publish(segment(site.requests.length + 1));
    };
    expect((await identify('/live.m3u8')).remark).toBeNull();
  });

  it('sources-5 keeps the cookie that a redirect to itself asks for', async () => {
    site.fault = (req, res) => {
      if (req.headers.cookie === 'ok=1') return false;
      res.writeHead(302, { 'location': req.url, 'set-cookie': 'ok=1' }).end();
      return true;
    };
    expect((await identify('/live.m3u8')).remark).toBeNull();
  });

  it('follows a redirect and a master to its media playlist', async () => {
    put('/master.m3u8', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlive.m3u8\n');
    site.fault = (_req, res, path) => {
      if (path !== '/go.m3u8') return false;
      res.writeHead(302, { location: '/master.m3u8' }).end();
      return true;
    };
    expect((await identify('/go.m3u8')).remark).toBeNull();
  });

  it('is one channel however the address was typed', async () => {
    const [a, b] = await Promise.all([
      identify('/live.m3u8'),
      identify(`${site.origin.toUpperCase().replace('HTTP', 'http')}/live.m3u8#x`),
    ]);
    expect(a.sourceId).toBe(b.sourceId);
  });
});

describe('the live check', () => {
  let site: LiveHls;
  beforeEach(async () => {
    site = await LiveHls.start({ targetSeconds: 1 });
  });
  afterEach(() => site.stop());
  const plain = (n: number, uri = `s${n}.ts`) => ({ name: `s${n}.ts`, body, durMs: 1000, tags: [], uri });
  const live = async (seen: string | null = null, sourceUrl = site.url) =>
    (
      await provider.live(
        [{ key: 'k', sourceId: '', sourceUrl, access: NO_ACCESS, network: null, seen }],
        AbortSignal.timeout(5000),
      )
    ).get('k');
  const seenAt = async (sourceUrl?: string): Promise<string> => {
    const first = await live(null, sourceUrl);
    return first?.state === 'unsure' ? first.seen : '';
  };
  const longAgo = (seen: string): string => seen.replace(/^\d+/, String(Date.now() - 60_000));

  it('calls a list without dates live once it moves, and offline when it stands still', async () => {
    site.publish(plain(1));
    expect(await live()).toMatchObject({ state: 'unsure', againMs: 1000 });
    const seen = await seenAt();
    expect(await live(longAgo(seen))).toMatchObject({ state: 'offline' });
    site.publish(plain(2));
    expect(await live(seen)).toMatchObject({ state: 'live' });
  });

  /** The state after three checks, of which each finds one segment with the same number at another address. */
  const stateOf = async (uriOf: (n: number) => string, mediaOf: (n: number) => string | null): Promise<unknown> => {
    let answer: Awaited<ReturnType<typeof live>>;
    for (const n of [0, 1, 2]) {
      const media = mediaOf(n);
      site.restart();
      site.publish(plain(1, uriOf(n)));
      site.files.clear();
      if (media !== null) site.files.set(`/${uriOf(n).replace(/\?.*/, '')}`, Buffer.from(media));
      answer = await live(answer?.state === 'unsure' ? longAgo(answer.seen) : null);
      if (answer?.state !== 'unsure') break;
    }
    return answer?.state;
  };
  const query = (n: number): string => `s1.ts?t=${n}`;

  it.each([
    ['are the same', 'x'],
    ['are gone', null],
  ])(
    'sources-13 calls a list offline that only changes the queries of its addresses, if its media %s',
    async (_how, media) => {
      expect(await stateOf(query, () => media)).toBe('offline');
    },
  );

  it('sources-21 calls a list offline that only changes the paths of its addresses', async () => {
    expect(
      await stateOf(
        (n) => `token${n}/s1.ts`,
        () => 'x',
      ),
    ).toBe('offline');
  });

  it('sources-19 calls a list live whose numbers begin again in each session, if its media are new', async () => {
    expect(await stateOf(query, String)).toBe('live');
    // A second request would get the media that follow.
    expect(site.requests.filter(({ path }) => path.endsWith(query(2)))).toHaveLength(1);
  });

  it('calls a list live that only moves the byte range of its last segment', async () => {
    const range = (offset: number) => ({ ...plain(1), tags: [`#EXT-X-BYTERANGE:1@${offset}`] });
    site.publish(range(0));
    const seen = await seenAt();
    site.restart(0);
    site.publish(range(1));
    expect(await live(seen)).toMatchObject({ state: 'live' });
  });

  it.each([
    [null, 'loopback'],
    ['loopback', undefined],
  ] as const)('integrity-14 a live check of a channel with network %s reports %s', async (network, reported) => {
    site.publish(segment(1));
    const target = { key: 'k', sourceId: '', sourceUrl: site.url, access: NO_ACCESS, seen: null, network };
    const answer = (await provider.live([target], AbortSignal.timeout(5000))).get('k');
    expect(answer).toMatchObject({ state: 'live' });
    expect(answer?.state === 'live' && answer.network).toBe(reported);
  });

  it('integrity-14 does not follow the address of a public channel to this machine', async () => {
    site.publish(plain(1));
    const target = { key: 'k', sourceId: '', sourceUrl: site.url, access: NO_ACCESS, seen: null };
    const answers = await provider.live([{ ...target, network: 'public' }], AbortSignal.timeout(5000));
    expect(answers.get('k')).toMatchObject({
      state: 'unknown',
      reason: { english: expect.stringContaining('neither public nor in the network') },
    });
    expect(site.requests).toEqual([]);
  });

  it.each<readonly [number, boolean, RegExp]>([
    [403, true, /although it could be read before/],
    [403, false, /user and password/],
    [401, true, /user and password/],
  ])('sources-22 says why a source refuses with %s, live before: %s', async (status, wasLive, why) => {
    site.fault = (_req, res) => {
      res.writeHead(status).end();
      return true;
    };
    const target = {
      key: 'k',
      sourceId: '',
      sourceUrl: site.url,
      access: NO_ACCESS,
      network: null,
      seen: null,
      wasLive,
    };
    expect((await provider.live([target], AbortSignal.timeout(5000))).get('k')).toMatchObject({
      state: 'unknown',
      reason: { english: expect.stringMatching(why) },
    });
  });

  it('sources-1 takes the best rendition that answers', async () => {
    site.publish(plain(1));
    const rows = ['gone.m3u8', 'live.m3u8'].map((uri, n) => `#EXT-X-STREAM-INF:BANDWIDTH=${9 - n}\n${uri}`);
    site.files.set('/master.m3u8', Buffer.from(['#EXTM3U', ...rows].join('\n')));
    const master = `${site.origin}/master.m3u8`;
    const seen = await seenAt(master);
    site.publish(plain(2));
    expect(await live(seen, master)).toMatchObject({ state: 'live' });
  });

  it.each<readonly [string, string, Buffer]>([
    ['offline', 'only tables', madeTables()],
    ['live', 'tables and sound', Buffer.concat([madeTables(), madeTs({ ptsMs: 0 }, 0xc0)])],
  ])('sources-20 calls a moving list %s whose segments hold %s', async (state, _what, media) => {
    const segmentOf = (n: number) => ({ ...plain(n), body: media });
    site.publish(segmentOf(1));
    const seen = await seenAt();
    site.publish(segmentOf(2));
    expect(await live(seen)).toMatchObject({ state });
  });

  it('sources-20 does not call a list offline because its newest segment cannot be read', async () => {
    site.publish(plain(1));
    const seen = await seenAt();
    site.publish(plain(2));
    site.files.delete('/s2.ts');
    expect(await live(seen)).toMatchObject({ state: 'live' });
  });
});
