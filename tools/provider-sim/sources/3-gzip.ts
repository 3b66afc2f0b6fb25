import { gzipSync } from 'node:zlib';
import type { Reply, SourceSpec } from './source-spec.js';

/** Compresses all playlists, whatever the client accepts. */
const packing = (name: string, headers: NonNullable<Reply['headers']>): SourceSpec => ({
  name,
  answer: async ({ path }, usual): Promise<Reply> => {
    const reply = await usual();
    if (path !== 'index.m3u8') return reply;
    return { ...reply, headers: { ...reply.headers, ...headers }, body: gzipSync(reply.body ?? '') };
  },
});

export const gzipNamed = (): SourceSpec => packing('3-gzip-named', { 'content-encoding': 'gzip' });
export const gzipUnnamed = (): SourceSpec => packing('3-gzip-unnamed', {});
