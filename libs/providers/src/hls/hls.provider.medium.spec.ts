import { english } from '#libs/messages';
import { freePort, LiveHls } from '#libs/testkit';
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

  it('takes an address that is off right now, and says so', async () => {
    expect(english((await identify('/later.m3u8')).remark!)).toContain('404');
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

describe('a playlist without dates', () => {
  it('is live once it is seen to move, and offline when it stands still', async () => {
    const site = await LiveHls.start({ targetSeconds: 1 });
    try {
      const plain = (n: number) => ({ name: `s${n}.ts`, body, durMs: 1000, tags: [] });
      site.publish(plain(1));
      const live = async (seen: string | null) =>
        (
          await provider.live(
            [{ key: 'k', sourceId: '', sourceUrl: site.url, authorization: null, seen }],
            AbortSignal.timeout(5000),
          )
        ).get('k');
      const first = await live(null);
      expect(first).toMatchObject({ state: 'unsure', againMs: 1000 });
      const seen = first?.state === 'unsure' ? first.seen : '';
      const longAgo = seen.replace(/^\d+/, String(Date.now() - 60_000));
      expect(await live(longAgo)).toMatchObject({ state: 'offline' });
      site.publish(plain(2));
      expect(await live(seen)).toMatchObject({ state: 'live' });
    } finally {
      await site.stop();
    }
  });
});
