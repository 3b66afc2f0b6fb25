import { gzipSync } from 'node:zlib';
import type { Reply, SourceSpec } from './source-spec.js';

/** Compresses all playlists, whatever the client accepts. */
const gzipSource = (name: string, headers: NonNullable<Reply['headers']>): SourceSpec => ({
  name,
  answer: async ({ path }, usual): Promise<Reply> => {
    const reply = await usual();
    if (path !== 'index.m3u8') return reply;
    return { ...reply, headers: { ...reply.headers, ...headers }, body: gzipSync(reply.body ?? '') };
  },
});

/** `Content-Encoding` declares the compression. */
export const gzipWithHeader = (): SourceSpec => gzipSource('3-gzip-with-header', { 'content-encoding': 'gzip' });

/** No header declares the compression: only the first bytes show it. */
export const gzipWithoutHeader = (): SourceSpec => gzipSource('3-gzip-without-header', {});
