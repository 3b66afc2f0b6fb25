import { setTimeout as wait } from 'node:timers/promises';
import { AssetTable, assetsUsed, storedAssets, siteEmotesOf, type WrittenRecord } from '#libs/chat';
import { assetKeyOf, type ChatAssetIndex, type StoredAsset, objectKeys } from '#libs/contracts';
import { type ChatAsset, type ChatSource, type ChatTarget } from '#libs/providers';
import { type ChatPorts } from './chat-ports.js';
import { AssetDownloadQueue } from './asset-download-queue.js';

/** ms: shortest interval between two writes of the index. */
const INDEX_MS = 5000;
/** Most words to remember while a list of pictures is missing; they are matched when the list arrives. */
const MAX_WORDS = 20_000;
const LONGEST_WORD = 100;

export interface AssetDownloaderPlace {
  readonly vodUuid: string;
  readonly partId: string;
  readonly target: ChatTarget;
  readonly source: ChatSource;
}

/**
 * Downloads the images that a chat shows, when they are used, so that the chat looks the same in five years: the site's
 * emotes by id, badges, cheermotes, and third-party emotes whose word appears in a message. If a service is
 * unavailable, only its images are missing, and the downloader retries.
 */
export class AssetDownloader {
  private readonly stopping = new AbortController();
  private readonly queue: AssetDownloadQueue;
  private readonly stored = new Map<string, StoredAsset>();
  private table = new AssetTable<ChatAsset>();
  private readonly unmatched: WrittenRecord['author']['badges'] = [];
  private unmatchedWords = new Set<string>();
  private isComplete = false;
  private isDirty = false;
  private readonly timer: NodeJS.Timeout;
  private listing: Promise<void> = Promise.resolve();
  private writing: Promise<void> = Promise.resolve();
  private lastFault = '';

  constructor(
    private readonly place: AssetDownloaderPlace,
    private readonly ports: ChatPorts,
  ) {
    const { log, times } = ports;
    const { vodUuid } = place;
    this.queue = new AssetDownloadQueue({
      ...ports,
      vodUuid,
      retryMs: times.retryMs,
      retryMaxMs: times.retryMaxMs,
      signal: this.stopping.signal,
      onStored: (asset) => {
        this.stored.set(assetKeyOf(asset), asset);
        this.isDirty = true;
      },
      onFault: (asset, reason) => {
        log.warn('chat picture not available', {
          vod: vodUuid,
          name: asset.name,
          source: asset.source,
          reason,
        });
      },
    });
    this.timer = setInterval(() => {
      this.writeIndex();
    }, INDEX_MS);
  }

  start(): void {
    this.listing = this.list().catch((error: unknown) => {
      this.ports.log.failure('listing of chat pictures failed', error, { vod: this.place.vodUuid });
    });
  }

  downloadAssetsOf(record: WrittenRecord): void {
    for (const { id, name } of siteEmotesOf(record)) this.download(this.place.source.emote(id, name));
    for (const asset of assetsUsed(record, this.table)) this.download(asset);
    if (!this.isComplete) this.remember(record);
  }

  /** Waits at most `limitMs` for downloads in progress, then writes the index. Never rejects. */
  async end(limitMs: number): Promise<void> {
    clearInterval(this.timer);
    await Promise.race([this.queue.settled(), wait(limitMs, undefined, { ref: false })]);
    this.stopping.abort();
    await this.listing;
    this.writeIndex();
    await this.writing;
    if (this.isDirty) await this.leaveIndex();
  }

  private download(asset: ChatAsset): void {
    this.queue.download(assetKeyOf(asset), () => asset);
  }

  /** Reads what other recorders of this VOD stored, then polls the lists: a channel's emotes change while it is live. */
  private async list(): Promise<void> {
    const { signal } = this.stopping;
    const { times } = this.ports;
    await this.addStored().catch((error: unknown) => {
      this.ports.log.warn('stored chat pictures not readable; fetching them again', {
        vod: this.place.vodUuid,
        reason: String(error),
      });
    });
    for (let pause = times.retryMs; !signal.aborted;) {
      const isWhole = await this.listOnce();
      pause = isWhole ? times.retryMs : Math.min(times.retryMaxMs, pause * 2);
      await wait(isWhole ? times.chatListMs : pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async listOnce(): Promise<boolean> {
    const { source, target, vodUuid } = this.place;
    const { assets, failures } = await source
      .assets(target, this.stopping.signal)
      .catch((error: unknown) => ({ assets: [], failures: [String(error)] }));
    if (this.stopping.signal.aborted) return false;
    const remarks = failures.join('; ');
    if (remarks !== '' && remarks !== this.lastFault)
      this.ports.log.warn('list of chat pictures incomplete', { vod: vodUuid, reason: remarks });
    this.lastFault = remarks;
    // A service that is unavailable now may have answered earlier; its earlier list stays valid.
    if (failures.length === 0) this.table = new AssetTable(assets);
    else for (const asset of assets) this.table.add(asset);
    this.isComplete = failures.length === 0;
    this.downloadUnmatched();
    return this.isComplete;
  }

  private remember({ text, author }: WrittenRecord): void {
    if (this.unmatchedWords.size >= MAX_WORDS) return;
    for (const word of text.split(' ')) if (word !== '' && word.length <= LONGEST_WORD) this.unmatchedWords.add(word);
    for (const badge of author.badges)
      if (!this.unmatched.some((b) => b.set === badge.set && b.version === badge.version)) this.unmatched.push(badge);
  }

  private downloadUnmatched(): void {
    for (const word of this.unmatchedWords) {
      const asset = this.table.word(word) ?? this.table.cheer(word)?.asset;
      if (asset) this.download(asset);
    }
    for (const badge of this.unmatched) {
      const asset = this.table.badge(badge);
      if (asset) this.download(asset);
    }
    if (!this.isComplete) return;
    this.unmatchedWords = new Set();
    this.unmatched.length = 0;
  }

  private async addStored(): Promise<void> {
    for (const asset of await storedAssets(this.ports.storage, this.place.vodUuid))
      this.queue.markStored(assetKeyOf(asset));
  }

  private writeIndex(): void {
    if (!this.isDirty) return;
    this.isDirty = false;
    this.writing = this.writing
      .then(() => this.ports.storage.put(this.indexKey(), this.index(), { contentType: 'application/json' }))
      .then(
        () => undefined,
        () => {
          this.isDirty = true;
        },
      );
  }

  /** If storage is unavailable at the end, the index goes to the spool, like segments. */
  private async leaveIndex(): Promise<void> {
    try {
      (await this.ports.spool.write(this.indexKey(), this.index())).leave();
    } catch (error) {
      this.ports.log.failure('index of chat pictures not saved', error, { vod: this.place.vodUuid });
    }
  }

  private indexKey(): string {
    return objectKeys.chatAssetIndex(this.place.vodUuid, this.place.partId);
  }
  private index(): Buffer {
    return Buffer.from(JSON.stringify({ format: 1, assets: [...this.stored.values()] } satisfies ChatAssetIndex));
  }
}
