import { createCipheriv } from 'node:crypto';
import type { Reply, SourceRequest, SourceSpec } from './source-spec.js';

const KEY = Buffer.from('0123456789abcdef');
const IV = Buffer.alloc(16, 7);
const encrypt = (body: Buffer): Buffer => {
  const cipher = createCipheriv('aes-128-cbc', KEY, IV);
  return Buffer.concat([cipher.update(body), cipher.final()]);
};
const has = ({ headers }: SourceRequest, cookie: string): boolean =>
  (headers.cookie ?? '').split('; ').includes(cookie);

/** The list sets a cookie; segments, key and init section answer 403 without it. */
export const listSetsCookie = (): SourceSpec => ({
  name: '5-list-sets-cookie',
  container: 'fmp4',
  tagsOf: () => [`#EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x${IV.toString('hex')}`],
  bodyOf: encrypt,
  answer: async (request, usual): Promise<Reply> => {
    if (request.path === 'index.m3u8') {
      const reply = await usual();
      return { ...reply, headers: { ...reply.headers, 'set-cookie': ['lang=en', 'session=s1; HttpOnly'] } };
    }
    if (!has(request, 'session=s1')) return { status: 403 };
    return request.path === 'key' ? { body: KEY } : usual();
  },
});

/** The list redirects to itself and sets a cookie; its value changes with time, and only the newest one is accepted. */
export const redirectsToItself = (): SourceSpec => ({
  name: '5-redirects-to-itself',
  answer: (request, usual): Reply | Promise<Reply> => {
    const valid = `turn=${String(Math.floor(request.atMs / CHANGE_MS))}`;
    if (has(request, valid)) return usual();
    if (request.path !== 'index.m3u8') return { status: 403 };
    return { status: 302, headers: { 'location': 'index.m3u8', 'set-cookie': `${valid}; Path=/` } };
  },
});
/** In the field 30 s; here each stream sees several values. */
const CHANGE_MS = 7000;
