import { messageOf, OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { Providers, type SiteFetch } from '#libs/providers';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type ResolvedMedia } from '../platform/storage/ports.js';
import { pictureId, sizedUrl } from './picture-id.js';
import { PictureRepository } from '../persistence/repositories/picture.repository.js';

const FETCH_TIMEOUT_MS = 10_000;
const MAX_BYTES = 2_000_000;
/**
 * A failed image is requested again after `RETRY_AFTER_MS`, a stored one after `REFRESH_AFTER_MS`, because sites change
 * avatars.
 */
const RETRY_AFTER_MS = 600_000;
const REFRESH_AFTER_MS = 60 * 86_400_000;
const KINDS: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

/**
 * Images of sites, fetched once and stored. Pages show them without a request to the site, even after the site has
 * deleted them.
 */
@Injectable()
export class SitePictures {
  private readonly log = new Logger('pictures');
  private readonly fetching = new Map<string, Promise<void>>();

  constructor(
    private readonly rows: PictureRepository,
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly providers: Providers,
  ) {}

  /** Fetches an image in the background. Never throws. */
  fetchInBackground(url: string): void {
    if (url === '' || !URL.canParse(sizedUrl(url))) return;
    this.registerAndFetch(url).catch((thrown: unknown) => {
      this.log.debug(`picture ${url}: not fetched: ${messageOf(thrown)}`);
    });
  }

  /** Registers images. Each is fetched when a page requests it. */
  async register(urls: readonly string[]): Promise<void> {
    const known = [...new Set(urls.map(sizedUrl))].filter((url) => URL.canParse(url));
    await this.rows.add(...known.map((url) => ({ id: pictureId(url), url })));
  }

  /** @returns null if the id is unknown or the image is not available */
  async find(id: string): Promise<ResolvedMedia | null> {
    const row = await this.rows.find(id);
    if (!row) return null;
    if (isDue(row, Date.now()))
      await this.fetchOnce(id, row.url).catch((thrown: unknown) => {
        this.log.debug(`picture ${row.url}: not fetched: ${messageOf(thrown)}`);
      });
    const now = await this.rows.find(id);
    return now?.fetchedAt
      ? { key: keyOf(id, now.fetchedAt), contentType: now.contentType ?? 'application/octet-stream' }
      : null;
  }

  private async registerAndFetch(url: string): Promise<void> {
    const id = pictureId(url);
    await this.rows.add({ id, url: sizedUrl(url) });
    await this.find(id);
  }

  private fetchOnce(id: string, url: string): Promise<void> {
    const known = this.fetching.get(id);
    if (known) return known;
    const made = this.fetch(id, url).finally(() => {
      this.fetching.delete(id);
    });
    this.fetching.set(id, made);
    return made;
  }

  private async fetch(id: string, url: string): Promise<void> {
    const before = (await this.rows.find(id))?.fetchedAt ?? null;
    await this.rows.save(id, { triedAt: new Date() });
    const { bytes, contentType } = await download(url, this.providers.fetch);
    const fetchedAt = new Date();
    await this.storage.put(keyOf(id, fetchedAt), bytes, { contentType });
    await this.rows.save(id, { contentType, fetchedAt });
    if (before) await this.storage.delete([keyOf(id, before)]);
  }
}

/** @throws OutsideError `no-picture` */
async function download(
  url: string,
  fetch: SiteFetch,
): Promise<{ readonly bytes: Buffer; readonly contentType: string }> {
  if (!/^https?:/i.test(url)) throw new OutsideError(message('error.no-picture'));
  const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  const [contentType = ''] = (answer.headers.get('content-type') ?? '').split(';');
  if (!answer.ok || !KINDS.includes(contentType.trim())) {
    await answer.body?.cancel();
    throw new OutsideError(message('error.no-picture.status', { status: answer.status, type: contentType }));
  }
  return { bytes: await readCapped(answer.body ?? []), contentType: contentType.trim() };
}

async function readCapped(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > MAX_BYTES) throw new OutsideError(message('error.no-picture.too-big', { n: MAX_BYTES }));
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Each version has its own key, because objects never change. */
const keyOf = (id: string, fetchedAt: Date): string => `pictures/${id}-${fetchedAt.getTime()}`;

function isDue(
  { fetchedAt, triedAt }: { readonly fetchedAt: Date | null; readonly triedAt: Date | null },
  now: number,
): boolean {
  if (triedAt && now - triedAt.getTime() < RETRY_AFTER_MS) return false;
  return fetchedAt === null || now - fetchedAt.getTime() > REFRESH_AFTER_MS;
}
