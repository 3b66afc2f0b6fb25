import { createHmac, timingSafeEqual } from 'node:crypto';

/** Query of a signed address: `exp` in seconds since the Unix epoch, `sig` base64url. */
export interface Signature {
  readonly sig: string;
  readonly exp: string;
}
export type Verdict = 'good' | 'expired' | 'bad';

const UUID = /^[0-9a-f-]{36}$/i;
const HOUR_MS = 3_600_000;
/** Long enough to watch a 24 h capture that still grows, short enough that a leaked URL expires. */
const VALID_MS = 48 * HOUR_MS;
/**
 * Expiry times are rounded up to a multiple of this, so that URLs stay the same all day and playlists stay cacheable.
 */
const EXPIRY_STEP_MS = 24 * HOUR_MS;

/**
 * Signs media URLs, so that players without a cookie can use them. One signature covers a scope: a VOD's uuid (its
 * playlist and all its segments), or the path of one file.
 */
export class MediaSigner {
  /** @param keys 32 bytes each; the first signs, all verify (`keyring.signingKeys('media-address')`) */
  constructor(private readonly keys: readonly [Buffer, ...Buffer[]]) {}

  sign(scope: string, nowMs: number): Signature {
    const exp = String((Math.ceil((nowMs + VALID_MS) / EXPIRY_STEP_MS) * EXPIRY_STEP_MS) / 1000);
    return { sig: this.mac(this.keys[0], scope, exp).toString('base64url'), exp };
  }

  verify(scope: string, { sig, exp }: Signature, nowMs: number): Verdict {
    if (!/^\d{1,12}$/.test(exp)) return 'bad';
    const given = Buffer.from(sig, 'base64url');
    const isOurs =
      this.keys
        .map((key) => this.mac(key, scope, exp))
        .filter((mac) => mac.length === given.length && timingSafeEqual(mac, given)).length > 0;
    if (!isOurs) return 'bad';
    return Number(exp) * 1000 > nowMs ? 'good' : 'expired';
  }

  private mac(key: Buffer, scope: string, exp: string): Buffer {
    return createHmac('sha256', key)
      .update(`media|${exp}|${UUID.test(scope) ? scope.toLowerCase() : scope}`)
      .digest();
  }
}
