import { describe, expect, it } from '@jest/globals';
import { MediaSigner, type Signature } from './media-signer.js';
import { type SignedScope } from './signed-scope.js';

const EXP_S = Date.UTC(2026, 10, 28, 12) / 1000;
const PLAYLIST: SignedScope = { kind: 'playlist', of: 'vod-1' };
const REF = { link: 'aa01', exp: String(EXP_S) };
const signer = new MediaSigner([Buffer.alloc(32, 1)]);
const verify = (scope: SignedScope, given: Partial<Signature>, { epoch = '1', ms = 0, by = signer } = {}) =>
  by.verify(scope, { ...signer.sign(PLAYLIST, REF, '1'), ...given }, { epoch, ms });

describe('a signed media address', () => {
  it('is valid in its scope until its link expires', () => {
    expect(verify(PLAYLIST, {}, { ms: EXP_S * 1000 - 1 })).toBe('good');
    expect(verify(PLAYLIST, {}, { ms: EXP_S * 1000 })).toBe('expired');
  });

  it.each<[string, SignedScope]>([
    ['the segments', { kind: 'segments', of: 'vod-1' }],
    ['another VOD', { kind: 'playlist', of: 'vod-2' }],
    ['a file', { kind: 'file', of: 'vod-1' }],
  ])('of a playlist does not open %s', (_, scope) => {
    expect(verify(scope, {})).toBe('bad');
  });

  it.each<[string, Partial<Signature>]>([
    ['expiry', { exp: String(EXP_S + 1) }],
    ['link', { link: 'aa02' }],
    ['link and separator', { link: 'aa01|1' }],
    ['signature', { sig: 'A'.repeat(43) }],
    ['signature of another length', { sig: 'x' }],
    ['expiry that is no number', { exp: 'NaN' }],
    ['expiry in another form', { exp: '1e99' }],
  ])('is invalid with another %s', (_, made) => {
    expect(verify(PLAYLIST, made)).toBe('bad');
  });

  it('is invalid in another epoch', () => {
    expect(verify(PLAYLIST, {}, { epoch: '2' })).toBe('bad');
  });

  it('stays valid after a change of keys while the keyring contains the old key', () => {
    const both = new MediaSigner([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]);
    expect(verify(PLAYLIST, {}, { by: both })).toBe('good');
    expect(verify(PLAYLIST, {}, { by: new MediaSigner([Buffer.alloc(32, 2)]) })).toBe('bad');
  });
});
