import { describe, expect, it } from '@jest/globals';
import { MediaSigner } from './media-signer.js';

const now = Date.UTC(2026, 10, 28, 12);
const hour = 3_600_000;
const signer = new MediaSigner([Buffer.alloc(32, 1)]);

describe('a signed media address', () => {
  it('is valid for 48 to 72 hours in its own scope', () => {
    const s = signer.sign('vod-1', now);
    const left = Number(s.exp) * 1000 - now;
    expect(left).toBeGreaterThanOrEqual(48 * hour);
    expect(left).toBeLessThanOrEqual(72 * hour);
    expect(signer.verify('vod-1', s, now)).toBe('good');
    expect(signer.verify('vod-1', s, now + left - 1)).toBe('good');
    expect(signer.verify('vod-1', s, now + left)).toBe('expired');
  });

  it('is the same all day, so that playlists stay the same', () => {
    expect(signer.sign('vod-1', now + hour)).toEqual(signer.sign('vod-1', now));
    expect(signer.sign('vod-1', now + 25 * hour)).not.toEqual(signer.sign('vod-1', now));
  });

  it('accepts a uuid in any case, but a path only literally', () => {
    const uuid = '00000000-0000-4000-8000-00000000000a';
    expect(signer.verify(uuid.toUpperCase(), signer.sign(uuid, now), now)).toBe('good');
    expect(signer.verify('/vods/A', signer.sign('/vods/a', now), now)).toBe('bad');
  });

  it('is invalid in another scope or with another expiry', () => {
    const s = signer.sign('vod-1', now);
    expect(signer.verify('vod-2', s, now)).toBe('bad');
    expect(signer.verify('vod-1', { ...s, exp: String(Number(s.exp) + 1) }, now)).toBe('bad');
  });

  it.each([
    { sig: '', exp: '' },
    { sig: 'x', exp: '99999999999' },
    { sig: 'A'.repeat(43), exp: '99999999999' },
    { sig: 'x', exp: 'NaN' },
    { sig: 'x', exp: '1e99' },
    { sig: 'x', exp: '-1' },
  ])('is refused when made up: %p', (made) => {
    expect(signer.verify('vod-1', made, now)).toBe('bad');
  });

  it('stays valid after a change of keys while the keyring contains the old key', () => {
    const old = signer.sign('vod-1', now);
    expect(new MediaSigner([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]).verify('vod-1', old, now)).toBe('good');
    expect(new MediaSigner([Buffer.alloc(32, 2)]).verify('vod-1', old, now)).toBe('bad');
  });
});
