import { OutsideError } from '#libs/errors';
import { english, message } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { HttpError, type HttpPort } from '../http/http-port.js';
import { type Variant } from '../playlist/parse-master.js';
import { HlsSource, type SourceSettings } from './hls-source.js';

const MASTER = 'http://site/master.m3u8';
const LIST = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n';
const masterOf = (...heights: readonly number[]): string =>
  ['#EXTM3U', ...heights.map((h) => `#EXT-X-STREAM-INF:BANDWIDTH=${h},RESOLUTION=1x${h}\n${h}.m3u8`)].join('\n');

/** A server in memory; 404 for everything that `texts` does not contain. */
function server(texts: Map<string, string>): { readonly http: HttpPort; readonly asked: string[] } {
  const asked: string[] = [];
  const http: HttpPort = {
    get: async ({ url }) => {
      asked.push(url.replace('http://site/', ''));
      const text = texts.get(url.replace('http://site/', ''));
      if (text === undefined) throw new HttpError(message('error.http-status', { status: 404 }), 404);
      return { status: 200, headers: {}, url, body: { bytes: Buffer.from(text), release: () => undefined } };
    },
    close: async () => undefined,
  };
  return { http, asked };
}

const highest = (variants: readonly Variant[]): Variant => variants.toSorted((a, b) => b.bandwidth - a.bandwidth)[0]!;
const open = (http: HttpPort, more: Partial<SourceSettings> = {}): Promise<HlsSource> =>
  HlsSource.open({ url: MASTER, http, choose: highest, signal: new AbortController().signal, ...more });

describe('a rendition that does not answer', () => {
  it.each<[string, string | undefined, RegExp]>([
    ['is not there', undefined, /status 404/],
    ['is an error page with status 200', '<html>', /not answer with an HLS playlist/],
    ['is a master playlist again', masterOf(1), /master/],
    ['is a finished video', `${LIST}#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-ENDLIST`, /finished video/],
  ])('is skipped if it %s, and the source says why', async (_what, text, why) => {
    const texts = new Map([
      ['master.m3u8', masterOf(720, 1080, 360)],
      ['720.m3u8', LIST],
      ['360.m3u8', LIST],
    ]);
    if (text !== undefined) texts.set('1080.m3u8', text);
    const source = await open(server(texts).http);
    expect([source.variant?.name, source.skipped?.name]).toEqual(['720p', '1080p']);
    expect(english(source.skipped!.why)).toMatch(why);
  });

  it('is requested again for a moment when the recorder opens the source', async () => {
    const texts = new Map([
      ['master.m3u8', masterOf(720, 1080)],
      ['720.m3u8', LIST],
    ]);
    const { http } = server(texts);
    const get: HttpPort['get'] = async (request) => {
      try {
        return await http.get(request);
      } catch (failed) {
        texts.set('1080.m3u8', LIST);
        throw failed;
      }
    };
    const source = await open({ ...http, get }, { patienceMs: 500 });
    expect([source.variant?.name, source.skipped]).toEqual(['1080p', null]);
  });

  it('is the reason if the operator accepts no other', async () => {
    const { http } = server(
      new Map([
        ['master.m3u8', masterOf(720, 1080)],
        ['720.m3u8', LIST],
      ]),
    );
    const choose = (variants: readonly Variant[]): Variant => {
      const found = variants.find(({ height }) => height === 1080);
      if (!found) throw new OutsideError(message('error.no-such-quality.none-offered', { wanted: ['1080p'] }));
      return found;
    };
    await expect(open(http, { choose })).rejects.toMatchObject({ status: 404 });
  });

  it('costs at most eight requests, however many there are', async () => {
    const { http, asked } = server(
      new Map([['master.m3u8', masterOf(...Array.from({ length: 30 }, (_, n) => n + 1))]]),
    );
    await expect(open(http)).rejects.toMatchObject({ status: 404 });
    expect(asked).toHaveLength(9);
  });

  it('is replaced later only if the caller allows it, and is used again when it answers', async () => {
    const texts = new Map([
      ['master.m3u8', masterOf(720, 1080)],
      ['720.m3u8', LIST],
      ['1080.m3u8', LIST],
    ]);
    const source = await open(server(texts).http);
    texts.delete('1080.m3u8');
    await expect(source.relocate()).rejects.toMatchObject({ status: 404 });
    expect([source.variant?.name, source.skipped]).toEqual(['1080p', null]);
    await source.relocate(true);
    expect([source.variant?.name, source.skipped?.name]).toEqual(['720p', '1080p']);
    texts.set('1080.m3u8', LIST);
    await source.relocate(true);
    expect([source.variant?.name, source.skipped]).toEqual(['1080p', null]);
  });
});

it('sources-16 loads the audio and subtitles of the used rendition again, and keeps the address of the video', async () => {
  const masterWith = (token: number): string =>
    [360, 720]
      .flatMap((h) => [
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g${h}",NAME="en",URI="a${h}.m3u8?${token}"`,
        `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s${h}",NAME="en",URI="s${h}.m3u8?${token}"`,
        `#EXT-X-STREAM-INF:BANDWIDTH=${h},RESOLUTION=1x${h},AUDIO="g${h}",SUBTITLES="s${h}"\n${h}.m3u8?${token}`,
      ])
      .join('\n');
  const texts = new Map([
    ['master.m3u8', `#EXTM3U\n${masterWith(1)}`],
    ['720.m3u8?1', LIST],
  ]);
  const source = await open(server(texts).http);
  texts.set('master.m3u8', `#EXTM3U\n${masterWith(2)}`);
  expect(await source.reloadRenditions()).toMatchObject({
    audio: [{ name: 'en', url: 'http://site/a720.m3u8?2' }],
    subtitles: [{ name: 'en', url: 'http://site/s720.m3u8?2' }],
  });
  expect([source.mediaUrl, source.variant?.audio[0]?.url]).toEqual([
    'http://site/720.m3u8?1',
    'http://site/a720.m3u8?1',
  ]);
  texts.set('master.m3u8', masterOf(1080));
  expect(await source.reloadRenditions()).toBeNull();
});

it('reads a growing list that declares itself a VOD', async () => {
  const { http } = server(new Map([['master.m3u8', LIST.replace('\n', '\n#EXT-X-PLAYLIST-TYPE:VOD\n')]]));
  expect((await open(http)).targetMs).toBe(2000);
});
