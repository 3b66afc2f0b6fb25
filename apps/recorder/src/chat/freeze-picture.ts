import { type FrozenAsset, objectKeys } from '#libs/contracts';
import { isAppError, OutsideError } from '#libs/errors';
import { type ChatAssetSource } from '#libs/providers';
import { type Storage } from '#libs/storage';
import { type PictureFetch } from './fetch-picture.js';
import { type PictureFacts, sniffPicture } from './sniff-picture.js';

export interface FreezePorts {
  readonly storage: Pick<Storage, 'put'>;
  readonly fetchPicture: PictureFetch;
}

/**
 * Fetches a picture from the first of its addresses that has it, and stores it with the VOD.
 * @throws OutsideError `picture-missing` when no address has it, or has something else; `picture-away` and those of
 *   storage: try again
 */
export async function freezePicture(
  vodUuid: string,
  asset: ChatAssetSource,
  { storage, fetchPicture, signal }: FreezePorts & { readonly signal: AbortSignal },
): Promise<FrozenAsset> {
  const { kind, source, id, name, zeroWidth, global, color } = asset;
  const { bytes, scale, facts } = await firstOf(asset, fetchPicture, signal);
  const object = `${kind === 'emote' ? '' : `${kind}-`}${source}-${safe(id)}-${scale}.${facts.ext}`;
  await storage.put(objectKeys.chatAsset(vodUuid, object), bytes, { contentType: facts.contentType, signal });
  return {
    kind,
    source,
    id,
    name,
    zeroWidth,
    global,
    color,
    animated: facts.animated,
    width: asset.width ?? facts.width / scale,
    height: asset.height ?? facts.height / scale,
    scale,
    object,
    contentType: facts.contentType,
  };
}

async function firstOf(
  { urls, name }: ChatAssetSource,
  fetchPicture: PictureFetch,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; scale: number; facts: PictureFacts }> {
  for (const { url, scale } of urls) {
    try {
      const bytes = await fetchPicture(url, signal);
      const facts = sniffPicture(bytes);
      if (facts) return { bytes, scale, facts };
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw new OutsideError('picture-missing', `No address has the picture of ${name}.`);
}

export const isMissing = (error: unknown): boolean => isAppError(error) && error.code === 'picture-missing';

/** An id becomes a part of an object's name: what is not plain is written as its code, so that two ids never meet. */
const safe = (id: string): string =>
  id.replaceAll(/[^0-9A-Za-z_]/g, (c) => `.${(c.codePointAt(0) ?? 0).toString(16)}.`);
