import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { AdPiece } from './ad-pieces.js';

/** What an address of Twitch's media hosts names: `s` is the session, `v` the variant. */
export type MediaTarget =
  | { readonly t: 'list'; readonly s: string; readonly v: string }
  | { readonly t: 'init'; readonly s: string; readonly v: string }
  /** `i`: place among all that the channel offered, or will. */
  | { readonly t: 'segment'; readonly s: string; readonly v: string; readonly i: number }
  | {
      readonly t: 'ad';
      readonly s: string;
      readonly c: 'ts' | 'fmp4';
      readonly cut: AdPiece['cut'];
      readonly i: number;
    }
  | { readonly t: 'ad-init'; readonly s: string; readonly c: 'ts' | 'fmp4'; readonly cut: AdPiece['cut'] };

export const LIST_HOST = 'video-weaver.fra02.hls.ttvnw.net';
export const SEGMENT_HOST = 'video-edge-c2a4e8.fra02.abs.hls.ttvnw.net';

export type MediaSeal = AddressSeal<MediaTarget>;
export const createMediaSeal = (): MediaSeal => new AddressSeal<MediaTarget>();

/** The opaque part of `/v1/playlist/<opaque>.m3u8` and `/v1/segment/<opaque>.ts`. */
export const opaqueOf = (pathname: string, folder: 'playlist' | 'segment'): string | null =>
  new RegExp(`^/v1/${folder}/([\\w-]+)\\.\\w+$`).exec(pathname)?.[1] ?? null;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Opaque addresses, as those of Twitch's media: what they name can be read by the site that made them, and by nobody
 * else.
 */
export class AddressSeal<T> {
  private readonly key = randomBytes(32);

  /** @param isFresh another address for the same thing each time */
  seal(named: T, isFresh = false): string {
    const text = Buffer.from(JSON.stringify(named));
    const iv = isFresh
      ? randomBytes(IV_BYTES)
      : createHmac('sha256', this.key).update(text).digest().subarray(0, IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    const body = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** @returns null for what this seal did not make */
  open(address: string): T | null {
    const bytes = Buffer.from(address, 'base64url');
    if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, IV_BYTES)).setAuthTag(
      bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
    );
    try {
      return JSON.parse(
        Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(),
      ) as T;
    } catch {
      return null;
    }
  }
}
