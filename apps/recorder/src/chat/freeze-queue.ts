import { setTimeout as wait } from 'node:timers/promises';
import { type FrozenAsset, objectKeys } from '#libs/contracts';
import { messageOf, isAppError, OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type ChatAssetSource } from '#libs/providers';
import { type Storage } from '#libs/storage';
import { type PictureFetch } from './fetch-picture.js';
import { type PictureInfo, sniffPicture } from './sniff-picture.js';

export interface FreezeQueueSettings extends FreezePorts {
  readonly vodUuid: string;
  readonly retryMs: number;
  readonly retryMaxMs: number;
  readonly onFrozen: (asset: FrozenAsset) => void;
  /** Once for each picture that cannot be had, and once for each that has to wait. */
  readonly onFault: (asset: ChatAssetSource, reason: string) => void;
  /** Aborted at the end of the capture. */
  readonly signal: AbortSignal;
}

/** A picture, and how often it was tried. */
interface Wanted {
  readonly asset: ChatAssetSource;
  readonly tries: number;
}

const AT_ONCE = 4;
/** Pictures of one VOD: far above any channel, far below what hurts. */
const MOST = 20_000;

/**
 * Freezes pictures, a few at once, each until it is stored or known not to exist. A service that is away is asked
 * again, ever later.
 */
export class FreezeQueue {
  private readonly requested = new Set<string>();
  private readonly ready: Wanted[] = [];
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly settings: FreezeQueueSettings) {}

  /** What was asked for before is passed over. @param key of the picture, the same for the same one */
  freeze(key: string, asset: () => ChatAssetSource): void {
    if (this.requested.has(key) || this.requested.size >= MOST) return;
    this.requested.add(key);
    this.ready.push({ asset: asset(), tries: 0 });
    this.work();
  }

  /** It is frozen already. */
  know(key: string): void {
    this.requested.add(key);
  }

  /** Every picture had its first try. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.race(this.running);
  }

  private work(): void {
    while (this.running.size < AT_ONCE && !this.settings.signal.aborted) {
      const next = this.ready.shift();
      if (!next) return;
      const run: Promise<void> = this.one(next).finally(() => {
        this.running.delete(run);
        this.work();
      });
      this.running.add(run);
    }
  }

  private async one({ asset, tries }: Wanted): Promise<void> {
    const { vodUuid, signal, onFrozen, onFault } = this.settings;
    try {
      onFrozen(await freezePicture(vodUuid, asset, { ...this.settings, signal }));
    } catch (error) {
      if (signal.aborted) return;
      if (tries === 0 || isMissing(error)) onFault(asset, messageOf(error));
      if (!isMissing(error)) void this.rest({ asset, tries });
    }
  }

  /** It takes no place among those that run, and waits for one when it is tried again. */
  private async rest({ asset, tries }: Wanted): Promise<void> {
    const { retryMs, retryMaxMs, signal } = this.settings;
    await wait(Math.min(retryMaxMs, retryMs * 2 ** tries), undefined, { signal, ref: false }).catch(() => undefined);
    this.ready.push({ asset, tries: tries + 1 });
    this.work();
  }
}

export interface FreezePorts {
  readonly storage: Pick<Storage, 'put'>;
  readonly fetchPicture: PictureFetch;
}

/**
 * Fetches a picture from the first of its addresses that has it, and stores it with the VOD.
 * @throws OutsideError `picture-missing` when no address has it, or has something else; `picture-away` and those of
 *   storage: try again
 */
async function freezePicture(
  vodUuid: string,
  asset: ChatAssetSource,
  { storage, fetchPicture, signal }: FreezePorts & { readonly signal: AbortSignal },
): Promise<FrozenAsset> {
  const { kind, source, id, name, zeroWidth, global, color } = asset;
  const { bytes, scale, info } = await firstOf(asset, fetchPicture, signal);
  const object = `${kind === 'emote' ? '' : `${kind}-`}${source}-${safe(id)}-${scale}.${info.ext}`;
  await storage.put(objectKeys.chatAsset(vodUuid, object), bytes, { contentType: info.contentType, signal });
  return {
    kind,
    source,
    id,
    name,
    zeroWidth,
    global,
    color,
    animated: info.animated,
    width: asset.width ?? info.width / scale,
    height: asset.height ?? info.height / scale,
    scale,
    object,
    contentType: info.contentType,
  };
}

async function firstOf(
  { urls, name }: ChatAssetSource,
  fetchPicture: PictureFetch,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; scale: number; info: PictureInfo }> {
  for (const { url, scale } of urls) {
    try {
      const bytes = await fetchPicture(url, signal);
      const info = sniffPicture(bytes);
      if (info) return { bytes, scale, info };
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw new OutsideError(message('error.picture-missing.no-address', { name }));
}

const isMissing = (error: unknown): boolean => isAppError(error) && error.code === 'picture-missing';

/** An id becomes a part of an object's name: what is not plain is written as its code, so that two ids never meet. */
const safe = (id: string): string =>
  id.replaceAll(/[^0-9A-Za-z_]/g, (c) => `.${(c.codePointAt(0) ?? 0).toString(16)}.`);
