import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { type Lent } from './buffer-pool.js';
import { unpackText } from './unpack-text.js';

const lent = (bytes: Buffer): Lent => ({ bytes, release: () => undefined });
const text = async (body: Buffer, named?: string, maxBytes = 10_000_000): Promise<string> =>
  (await unpackText(lent(body), named, maxBytes)).bytes.toString();

it.each([
  ['gzip that no header names', gzipSync('hello'), undefined],
  ['gzip that the header names', gzipSync('hello'), 'x-gzip'],
  ['a gzip file that the server compressed again', gzipSync(gzipSync('hello')), 'gzip'],
  ['plain text whose header names gzip', Buffer.from('hello'), 'gzip'],
  ['brotli', brotliCompressSync('hello'), 'br'],
])('reads %s', async (_what, body, named) => {
  await expect(text(body, named)).resolves.toBe('hello');
});

it('integrity-12 refuses more than 200 times the bytes that came, and more than its limit', async () => {
  await expect(text(gzipSync(Buffer.alloc(900_000)))).resolves.toHaveLength(900_000);
  for (const bomb of [
    () => text(gzipSync(Buffer.alloc(5_000_000))),
    () => text(brotliCompressSync(Buffer.alloc(5_000_000)), 'br'),
    () => text(gzipSync('x'.repeat(2000)), 'gzip', 1000),
  ])
    await expect(bomb()).rejects.toMatchObject({ what: 'too-large' });
});

it('says what it cannot read', async () => {
  await expect(text(Buffer.from('not brotli'), 'br')).rejects.toMatchObject({ what: 'truncated' });
  await expect(text(Buffer.from('hello'), 'zstd')).rejects.toMatchObject({ what: 'truncated' });
});
