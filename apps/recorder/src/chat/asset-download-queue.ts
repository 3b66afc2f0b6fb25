import { setTimeout as wait } from 'node:timers/promises';
import { type StoredAsset, objectKeys } from '#libs/contracts';
import { messageOf, isAppError, OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type ChatAsset } from '#libs/providers';
import { type Storage } from '#libs/storage';
import { type PictureFetch } from './fetch-picture.js';
import { type PictureInfo, sniffPicture } from './sniff-picture.js';

export interface AssetDownloadQueueSettings extends AssetDownloadPorts {
  readonly vodUuid: string;
  readonly retryMs: number;
  readonly retryMaxMs: number;
  readonly onStored: (asset: StoredAsset) => void;
  /** Called once for each missing image, and once for each image that must wait. */
  readonly onFault: (asset: ChatAsset, reason: string) => void;
  /** Aborted when the capture ends. */
  readonly signal: AbortSignal;
}

/** An image and the number of tries so far. */
interface QueuedImage {
  readonly asset: ChatAsset;
  readonly tries: number;
}

const CONCURRENT_DOWNLOADS = 4;
/** Most images per VOD: far above any channel, far below what would harm the recorder. */
const MAX_IMAGES = 20_000;

/**
 * Downloads images, a few at once, each until it is stored or known to be missing. If a service is unavailable, the queue
 * retries at growing intervals.
 */
export class AssetDownloadQueue {
  private readonly requested = new Set<string>();
  private readonly ready: QueuedImage[] = [];
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly settings: AssetDownloadQueueSettings) {}

  /**
   * Queues an image; ignores one that is already queued.
   * @param key identifies the image
   */
  download(key: string, asset: () => ChatAsset): void {
    if (this.requested.has(key) || this.requested.size >= MAX_IMAGES) return;
    this.requested.add(key);
    this.ready.push({ asset: asset(), tries: 0 });
    this.work();
  }

  /** Marks an image as stored already. */
  markStored(key: string): void {
    this.requested.add(key);
  }

  /** Resolves when no image is being fetched or ready; images that wait for a retry do not count. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.race(this.running);
  }

  private work(): void {
    while (this.running.size < CONCURRENT_DOWNLOADS && !this.settings.signal.aborted) {
      const next = this.ready.shift();
      if (!next) return;
      const run: Promise<void> = this.downloadOne(next).finally(() => {
        this.running.delete(run);
        this.work();
      });
      this.running.add(run);
    }
  }

  private async downloadOne({ asset, tries }: QueuedImage): Promise<void> {
    const { vodUuid, signal, onStored, onFault } = this.settings;
    try {
      onStored(await downloadPicture(vodUuid, asset, { ...this.settings, signal }));
    } catch (error) {
      if (signal.aborted) return;
      if (tries === 0 || isMissing(error)) onFault(asset, messageOf(error));
      if (!isMissing(error)) void this.retryLater({ asset, tries });
    }
  }

  /** Waits before a retry. A waiting image does not count towards `AT_ONCE`. */
  private async retryLater({ asset, tries }: QueuedImage): Promise<void> {
    const { retryMs, retryMaxMs, signal } = this.settings;
    await wait(Math.min(retryMaxMs, retryMs * 2 ** tries), undefined, { signal, ref: false }).catch(() => undefined);
    this.ready.push({ asset, tries: tries + 1 });
    this.work();
  }
}

export interface AssetDownloadPorts {
  readonly storage: Pick<Storage, 'put'>;
  readonly fetchPicture: PictureFetch;
}

/**
 * Downloads an image from the first of its addresses that has it, and stores it with the VOD.
 * @throws OutsideError `picture-missing`: if no address has a valid image; `picture-away` and storage errors: a retry
 *   may help
 */
async function downloadPicture(
  vodUuid: string,
  asset: ChatAsset,
  { storage, fetchPicture, signal }: AssetDownloadPorts & { readonly signal: AbortSignal },
): Promise<StoredAsset> {
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
  { urls, name }: ChatAsset,
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

/**
 * Makes an id safe for an object name: encodes each unsafe character by its code, so that two ids never share a name.
 */
const safe = (id: string): string =>
  id.replaceAll(/[^0-9A-Za-z_]/g, (c) => `.${(c.codePointAt(0) ?? 0).toString(16)}.`);
