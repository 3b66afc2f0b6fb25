import { createCipheriv } from 'node:crypto';
import type { Reply, SourceSpec } from './source-spec.js';

const IV = Buffer.alloc(16, 9);
const keyOf = (n: number): Buffer => Buffer.alloc(16, n + 1);

/** Each segment has its own key, in the playlist as a `data:` address. */
export const dataKeys = (): SourceSpec => ({
  name: '6-data-keys',
  tagsOf: (n) => [
    `#EXT-X-KEY:METHOD=AES-128,URI="data:application/octet-stream;base64,${keyOf(n).toString('base64')}",IV=0x${IV.toString('hex')}`,
  ],
  bodyOf: (body, n) => {
    const cipher = createCipheriv('aes-128-cbc', keyOf(n), IV);
    return Buffer.concat([cipher.update(body), cipher.final()]);
  },
});

/** The init section is a `data:` address. */
export const dataMap = (): SourceSpec => ({
  name: '6-data-map',
  container: 'fmp4',
  answer: async ({ path }, usual): Promise<Reply> => {
    if (path === 'init.mp4') return { status: 404 };
    const reply = await usual();
    if (path !== 'index.m3u8') return reply;
    const { body: init = '' } = await usual('init.mp4');
    const uri = `data:video/mp4;base64,${Buffer.from(init as Buffer).toString('base64')}`;
    return { ...reply, body: String(reply.body).replace('init.mp4', uri) };
  },
});
