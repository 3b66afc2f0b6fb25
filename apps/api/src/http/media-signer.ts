import { createHmac, timingSafeEqual } from 'node:crypto';
import { type SignedScope } from './signed-scope.js';

/** The link that a signature belongs to: `exp` in seconds since the Unix epoch. */
export interface LinkRef {
  readonly link: string;
  readonly exp: string;
}
/** Query of a signed address: its link, and `sig` in base64url. */
export interface Signature extends LinkRef {
  readonly sig: string;
}
export type Verdict = 'good' | 'expired' | 'bad';

/**
 * Signs media URLs, so that players without a cookie can use them. A signature opens one scope. All signatures of a link
 * have its expiry: none can be exchanged for a later one.
 */
export class MediaSigner {
  /** @param keys 32 bytes each; the first signs, all verify (`keyring.signingKeys('media-address')`) */
  constructor(private readonly keys: readonly [Buffer, ...Buffer[]]) {}

  /** @param epoch changes when all links end */
  sign(scope: SignedScope, ref: LinkRef, epoch: string): Signature {
    return { ...ref, sig: mac(this.keys[0], scope, { ...ref, epoch }).toString('base64url') };
  }

  verify(
    scope: SignedScope,
    { link, exp, sig }: Signature,
    now: { readonly epoch: string; readonly ms: number },
  ): Verdict {
    if (!/^\d{1,12}$/.test(exp) || !/^[0-9a-f]{1,64}$/.test(link)) return 'bad';
    const given = Buffer.from(sig, 'base64url');
    const isOurs =
      this.keys
        .map((key) => mac(key, scope, { link, exp, epoch: now.epoch }))
        .filter((made) => made.length === given.length && timingSafeEqual(made, given)).length > 0;
    if (!isOurs) return 'bad';
    return Number(exp) * 1000 > now.ms ? 'good' : 'expired';
  }
}

/** The target comes last, because only it can contain the separator. */
const mac = (
  key: Buffer,
  { kind, of }: SignedScope,
  { link, exp, epoch }: LinkRef & { readonly epoch: string },
): Buffer => createHmac('sha256', key).update(['media', kind, epoch, link, exp, of].join('|')).digest();
