import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { AdPiece } from './ad-pieces.js';

/** Target of an address on Twitch's media hosts: `s` is the session, `v` the variant. */
export type MediaTarget =
  | { readonly t: 'list'; readonly s: string; readonly v: string }
  | { readonly t: 'init'; readonly s: string; readonly v: string }
  /** `i`: index among all segments that the channel offered, or will offer. */
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

/** Opaque addresses like those of Twitch's media: only the site that created them can read their target. */
export class AddressSeal<T> {
  private readonly key = randomBytes(32);

  /** @param isFresh create another address for the same target each time */
  seal(named: T, isFresh = false): string {
    const text = Buffer.from(JSON.stringify(named));
    const iv = isFresh
      ? randomBytes(IV_BYTES)
      : createHmac('sha256', this.key).update(text).digest().subarray(0, IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    const body = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** @returns null for an address that this object did not create */
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
