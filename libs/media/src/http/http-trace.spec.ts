import { decodeTrace } from '#libs/contracts';
import { message } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { HttpError } from './http-port.js';
import { HttpTrace } from './http-trace.js';

const LIST = { range: null, text: true };
const MEDIA = { range: null };
const answer = (
  trace: HttpTrace,
  url: string,
  { body, request = MEDIA }: { readonly body: Uint8Array; readonly request?: typeof LIST | typeof MEDIA },
): void => {
  trace.answered({ url, request, at: 1, status: 200, headers: { 'set-cookie': 's=1', 'etag': '"e"' }, body });
};

const answerList = (trace: HttpTrace, url: string, text: string): void => {
  answer(trace, url, { body: Buffer.from(text), request: LIST });
};

it('integrity-20 holds playlists, the headers that tell about the source, and the heads of segments', () => {
  const trace = new HttpTrace();
  answer(trace, 'http://a/list.m3u8', { body: Buffer.from('#EXTM3U\n1.ts\n'), request: LIST });
  answer(trace, 'http://a/1.ts', { body: Buffer.alloc(5000, 7) });
  trace.failed(
    { url: 'http://a/2.ts', request: { range: { offset: 3, length: 4 } }, at: 2 },
    new HttpError(message('error.http-status', { status: 404 }), 404),
  );
  const [list, segment, failed] = decodeTrace(trace.dump());
  expect(list).toMatchObject({
    url: 'http://a/list.m3u8',
    status: 200,
    headers: { etag: '"e"' },
    text: '#EXTM3U\n1.ts\n',
  });
  expect(list?.headers).toEqual({ etag: '"e"' });
  expect([segment?.bytes, Buffer.from(segment?.head ?? '', 'base64')]).toEqual([5000, Buffer.alloc(1024, 7)]);
  expect(failed).toMatchObject({ status: 0, failed: 'status', range: [3, 4] });
});

it('integrity-20 holds no secret: no password, no value of a query, no key; equal values stay equal', () => {
  const trace = new HttpTrace();
  answer(trace, 'https://me:pass@a/list.m3u8?token=s3cret&x', {
    body: Buffer.from('1.ts?token=s3cret\n#EXT-X-KEY:URI="k?id=s3cret"\n'),
    request: LIST,
  });
  answer(trace, 'https://a/k?id=s3cret', { body: Buffer.from('0123456789abcdef') });
  const dump = trace.dump();
  expect(dump).not.toMatch(/s3cret|pass|MDEyMzQ/);
  const hashes = [...dump.matchAll(/(?:token|id)=([0-9a-f]{12})/g)].map(([, hash]) => hash);
  expect([hashes.length, new Set(hashes).size]).toEqual([4, 1]);
});

it('integrity-20 holds the newest responses when its size is reached', () => {
  const trace = new HttpTrace(10_000);
  for (let n = 0; n < 100; n += 1) answer(trace, `http://a/${n}`, { body: Buffer.alloc(2000, n) });
  const urls = decodeTrace(trace.dump()).map(({ url }) => url);
  expect(urls.length).toBeLessThan(10);
  expect(urls.at(-1)).toBe('http://a/99');
});

it('integrity-20 counts long addresses and headers as part of its size', () => {
  const trace = new HttpTrace(10_000);
  const long = 'x'.repeat(4000);
  for (let n = 0; n < 10; n += 1) answer(trace, `http://a/${long}`, { body: Buffer.alloc(1) });
  expect(trace.dump().length).toBeLessThan(15_000);
  for (let n = 0; n < 10; n += 1)
    trace.answered({ url: 'http://a/', request: MEDIA, at: 1, status: 200, headers: { etag: long }, body: null });
  expect(trace.dump().length).toBeLessThan(15_000);
});

it('security-source hides a stream key in the path of the source, wherever its name occurs', () => {
  const trace = new HttpTrace();
  trace.conceal('http://a/live/st-key-1234/index.m3u8?x=1');
  answerList(
    trace,
    'http://a/live/st-key-1234/index.m3u8',
    '#EXTM3U\n#EXT-X-MAP:URI="/live/st-key-1234/init.mp4"\nst-key-1234_720p-7.ts\n',
  );
  answer(trace, 'http://a/live/st-key-1234/st-key-1234_720p-7.ts', { body: Buffer.alloc(2000, 1) });
  trace.failed({ url: 'http://a/live/st-key-1234/8.ts', request: MEDIA, at: 2 }, new TypeError('st-key-1234'));
  const dump = trace.dump();
  expect(dump).not.toContain('st-key');
  const [list, segment] = decodeTrace(trace.dump());
  const hash = /live\/([0-9a-f]{12})\/index\.m3u8/.exec(list?.url ?? '')?.[1] ?? '';
  expect(list?.text).toContain(`"/live/${hash}/init.mp4"\n${hash}_720p-7.ts`);
  expect(segment?.url).toBe(`http://a/live/${hash}/${hash}_720p-7.ts`);
});

it('security-source still hides the stream key of an earlier address when the source has another one', () => {
  const trace = new HttpTrace();
  trace.conceal('http://a/live/st-key-1234/index.m3u8');
  answerList(trace, 'http://a/live/st-key-1234/index.m3u8', '#EXTM3U\nst-key-1234-7.ts\n');
  trace.conceal('http://a/live/st-key-5678/index.m3u8');
  answerList(trace, 'http://a/live/st-key-5678/index.m3u8', '#EXTM3U\nst-key-5678-1.ts\n');
  expect(decodeTrace(trace.dump())).toHaveLength(2);
  expect(trace.dump()).not.toContain('st-key');
});

it('security-source hides a token in the path of the target of a redirect, also of the newest of many', () => {
  const trace = new HttpTrace();
  const redirect = (url: string, location: string): void => {
    trace.answered({ url, request: LIST, at: 1, status: 302, headers: { location }, body: null });
  };
  redirect('http://a/live/cam1/index.m3u8', '/edge/tok-1234/cam1/index.m3u8');
  answerList(trace, 'http://a/edge/tok-1234/cam1/index.m3u8', '#EXTM3U\n/edge/tok-1234/cam1/7.ts\n');
  const dump = trace.dump();
  expect(dump).not.toContain('tok-1234');
  const [first, list] = decodeTrace(dump);
  const hash = /\/([0-9a-f]{12})\/cam1\/index\.m3u8$/.exec(first?.headers['location'] ?? '')?.[1] ?? '';
  expect(list?.url).toContain(`/${hash}/cam1/index.m3u8`);
  expect(list?.text).toContain(`/${hash}/cam1/7.ts`);
  for (let n = 0; n < 500; n += 1) redirect(`http://a/${n}.ts`, `http://b/t/tok-${n}-5678/${n}.ts`);
  answerList(trace, 'http://b/t/tok-499-5678/499.ts', '');
  expect(trace.dump()).not.toContain('5678');
});

it('security-source hides a short name of a path as a whole word only, and no name that all servers use', () => {
  const trace = new HttpTrace();
  trace.conceal('http://a/hls/cam1.m3u8');
  answerList(trace, 'http://a/hls/cam1.m3u8', '#EXTM3U\ncam1-1.ts\ncam10.ts\n');
  const [list] = decodeTrace(trace.dump());
  expect(list?.url).toMatch(/^http:\/\/a\/hls\/[0-9a-f]{12}\.m3u8$/);
  expect(list?.text).toMatch(/^#EXTM3U\n[0-9a-f]{12}-1\.ts\ncam10\.ts\n$/);
});
