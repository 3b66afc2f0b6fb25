import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { decodeText } from './decode-text.js';

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 50) yield bytes.subarray(at, at + 50);
}
async function textOf(file: Uint8Array, maxUnpacked?: number): Promise<string> {
  let text = '';
  for await (const piece of decodeText(pieces(file), maxUnpacked)) text += piece;
  return text;
}

describe('the text of a chat file', () => {
  it('is decompressed up to the limit, and refused beyond it', async () => {
    const blanks = ' '.repeat(100_000);
    expect(await textOf(gzipSync(blanks), 100_000)).toBe(blanks);
    await expect(textOf(gzipSync(blanks), 99_999)).rejects.toThrow('larger than 8 GB');
  });
  it('is decompressed once: gzip inside gzip is not a chat file', async () => {
    expect(await textOf(gzipSync(gzipSync('x')))).not.toBe('x');
  });
});
