import { describe, expect, it } from '@jest/globals';
import { BufferPool } from './buffer-pool.js';

const MB = 1024 * 1024;

describe('BufferPool', () => {
  it('lends the asked size, and the same memory again once it is back', () => {
    const pool = new BufferPool();
    const first = pool.lend(1_900_000);
    expect(first.bytes).toHaveLength(1_900_000);
    const memory = first.bytes.buffer;
    first.release();
    expect(pool.lend(1_800_000).bytes.buffer).toBe(memory);
  });

  it('never lends memory twice, also when it is given back twice', () => {
    const pool = new BufferPool();
    const first = pool.lend(MB);
    first.release();
    first.release();
    expect(pool.lend(MB).bytes.buffer).not.toBe(pool.lend(MB).bytes.buffer);
  });

  it('keeps no more than it may', () => {
    const pool = new BufferPool({ keepBytes: MB });
    const [a, b] = [pool.lend(MB), pool.lend(MB)];
    a.release();
    b.release();
    const again = [pool.lend(MB), pool.lend(MB)].map((lent) => lent.bytes.buffer);
    expect(again.filter((memory) => memory === a.bytes.buffer || memory === b.bytes.buffer)).toHaveLength(1);
  });

  it('lets callers wait in order while much is on loan; whatever comes back lets the next one go', async () => {
    const pool = new BufferPool({ comfortableBytes: MB });
    const lent = [pool.lend(MB), pool.lend(MB)];
    const order: number[] = [];
    const waits = [1, 2].map((n) =>
      pool.room().then((arrived) => {
        order.push(n);
        return arrived;
      }),
    );
    await Promise.resolve();
    expect(order).toEqual([]);
    lent[0]?.release();
    await waits[0];
    expect(order).toEqual([1]);
    lent[1]?.release();
    await waits[1];
    expect(order).toEqual([1, 2]);
  });

  it('frees at once what is more than it keeps', () => {
    const pool = new BufferPool({ keepBytes: MB });
    const [retained, tooMuch] = [pool.lend(MB), pool.lend(MB)];
    retained.release();
    tooMuch.release();
    expect([retained.bytes.length, tooMuch.bytes.length]).toEqual([MB, 0]);
  });

  it('counts what was let go and is not lent yet, so that many at once do not all pass', async () => {
    const pool = new BufferPool({ comfortableBytes: 2 * MB });
    const arrived = [await pool.room(), await pool.room()];
    let third = false;
    const waits = pool.room().then(() => {
      third = true;
    });
    await Promise.resolve();
    expect(third).toBe(false);
    arrived[0]?.();
    await waits;
  });
});
