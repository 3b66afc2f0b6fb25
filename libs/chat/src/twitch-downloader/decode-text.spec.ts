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
    const blanks = ' '.repeat(65_536);
    expect(await textOf(gzipSync(blanks), 65_536)).toBe(blanks);
    await expect(textOf(gzipSync(`${blanks} `), 65_536)).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining('larger than 64 kB'),
    });
  });
  it('is refused if the compression is damaged, with the reason', async () => {
    const file = gzipSync('a chat');
    for (const damaged of [file.subarray(0, 20), Buffer.concat([file.subarray(0, 12), file])])
      await expect(textOf(damaged)).rejects.toMatchObject({ code: 'chat-unreadable' });
  });
  it('is decompressed once: gzip inside gzip is not a chat file', async () => {
    expect(await textOf(gzipSync(gzipSync('x')))).not.toBe('x');
  });
});
