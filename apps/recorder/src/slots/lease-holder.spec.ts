import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Lease } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { LeaseHolder, type LeaseStore } from './lease-holder.js';

const LEASE: Lease = { vodUuid: 'v', partId: 'P1', recorder: 'n/0', node: 'n', pid: 1, since: '' };
const OTHER: Lease = { ...LEASE, partId: 'P2', recorder: 'm/0', node: 'm' };

/** A bucket of one key, as NATS keeps it. */
class Bucket implements LeaseStore {
  held: { value: Lease; revision: number } | null = { value: LEASE, revision: 1 };
  silent = false;
  calls = 0;
  private next = 1;
  async take(lease: Lease): Promise<number | null> {
    this.count();
    if (this.held) return null;
    return this.set(lease);
  }
  async renew(lease: Lease, revision: number): Promise<number | null> {
    this.count();
    return this.held?.revision === revision ? this.set(lease) : null;
  }
  async release(_vod: string, revision: number): Promise<boolean> {
    this.count();
    if (this.held?.revision !== revision) return false;
    this.held = null;
    return true;
  }
  async get(): Promise<{ key: string; value: Lease; revision: number } | null> {
    this.count();
    return this.held && { key: 'v', ...this.held };
  }
  set(value: Lease): number {
    this.next += 1;
    this.held = { value, revision: this.next };
    return this.next;
  }
  private count(): void {
    this.calls += 1;
    if (this.silent) throw new OutsideError(untranslated('bus-unavailable', 'no answer'));
  }
}

let bucket: Bucket;
let now: number;
let lease: LeaseHolder;
beforeEach(() => {
  bucket = new Bucket();
  now = 0;
  lease = new LeaseHolder({ lease: LEASE, revision: 1 }, bucket, {
    now: () => now,
    sleep: () => new Promise(() => undefined),
  });
});

describe('LeaseHolder', () => {
  it('renews, one revision after the other', async () => {
    expect([await lease.renew(), await lease.renew()]).toEqual([true, true]);
    expect(bucket.held?.revision).toBe(3);
  });

  it('takes an expired lease again, with the same part', async () => {
    bucket.held = null;
    expect(await lease.renew()).toBe(true);
    expect(bucket.held).toMatchObject({ value: LEASE });
  });

  it('is lost for good when another recorder holds the lease', async () => {
    bucket.set(OTHER);
    expect(await lease.renew()).toBe(false);
    bucket.held = null;
    expect(await lease.renew()).toBe(false);
    expect(bucket.held).toBeNull();
  });

  it('keeps the lease while NATS does not answer', async () => {
    bucket.silent = true;
    expect(await lease.renew()).toBe(true);
    bucket.silent = false;
    expect(await lease.renew()).toBe(true);
  });

  it('recognises its own renewal after a lost answer', async () => {
    bucket.set(LEASE);
    expect(await lease.renew()).toBe(true);
  });

  it('puts the next part into the lease', async () => {
    expect(await lease.nextPart('P3')).toBe(true);
    expect(bucket.held?.value.partId).toBe('P3');
  });

  it('allows writes without a check shortly after a renewal', async () => {
    now = 4000;
    expect(await lease.mayWrite()).toBe(true);
    expect(bucket.calls).toBe(0);
  });

  it('checks the lease before the first write after a pause (SIGSTOP), and stops after a take-over', async () => {
    now = 20_000;
    bucket.set(OTHER);
    expect(await lease.mayWrite()).toBe(false);
  });

  it('continues after a pause without a take-over', async () => {
    now = 20_000;
    bucket.held = null;
    expect(await lease.mayWrite()).toBe(true);
    expect(bucket.held).toMatchObject({ value: LEASE });
  });

  it('continues while NATS does not answer, and checks once per lease period', async () => {
    now = 20_000;
    bucket.silent = true;
    expect([await lease.mayWrite(), await lease.mayWrite(), await lease.mayWrite()]).toEqual([true, true, true]);
    expect(bucket.calls).toBe(1);
  });

  it('releases the lease, continues to write, and does not take it again', async () => {
    await lease.release();
    expect(bucket.held).toBeNull();
    now = 20_000;
    expect([await lease.renew(), await lease.mayWrite()]).toEqual([true, true]);
    expect(bucket.held).toBeNull();
  });

  it('integrity-19 tells whether NATS confirmed the release', async () => {
    bucket.silent = true;
    expect(await lease.release()).toBe(false);
    bucket.silent = false;
    expect(await lease.release()).toBe(true);
  });

  it('does not release the lease of another recorder', async () => {
    bucket.set(OTHER);
    lease.markLost();
    await lease.release();
    expect(bucket.held).toMatchObject({ value: OTHER });
  });
});
