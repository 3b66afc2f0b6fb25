import { Bus } from '#libs/bus';
import { COMMANDS, objectKeys, parseSegmentName } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { PartReader } from './part-reader.js';

/** Minimum time between two image requests of a VOD. Only {@link LivePictures.keyOf} requests images. */
const PICTURE_EVERY_MS = 15_000;

interface PictureState {
  current: string | null;
  pending: string | null;
  requestedAt: number;
  lastSegment: string;
}

/**
 * Provides the newest image of each running recording. Converters make the images on demand (spec: live tiles). The
 * state is in memory: after a restart the next call requests a new image.
 */
@Injectable()
export class LivePictures {
  private readonly log = new Logger('live-pictures');
  private readonly known = new Map<string, PictureState>();

  constructor(
    private readonly bus: Bus,
    private readonly parts: PartReader,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /**
   * Requests a new image if the last request is older than 15 s.
   * @returns object key of the newest image; null while there is none
   */
  async keyOf(vodUuid: string): Promise<string | null> {
    const known = this.of(vodUuid);
    await this.takeOver(known);
    if (Date.now() - known.requestedAt >= PICTURE_EVERY_MS) {
      known.requestedAt = Date.now();
      void this.requestPicture(vodUuid, known).catch((thrown: unknown) => {
        this.log.warn(`VOD ${vodUuid}: no live picture: ${messageOf(thrown)}`);
      });
    }
    return known.current;
  }

  /** Deletes the live images of a recording that is over. Its file has its own thumbnail. */
  async forget(vodUuid: string): Promise<void> {
    const known = this.known.get(vodUuid);
    this.known.delete(vodUuid);
    await this.storage.delete([known?.current, known?.pending].filter((key) => typeof key === 'string'));
  }

  private of(vodUuid: string): PictureState {
    const known = this.known.get(vodUuid) ?? { current: null, pending: null, requestedAt: 0, lastSegment: '' };
    this.known.set(vodUuid, known);
    return known;
  }

  /** Switches to the requested image once it is stored. Each image has its own key, because objects never change. */
  private async takeOver(known: PictureState): Promise<void> {
    const { pending, current } = known;
    if (pending === null || !(await this.storage.head(pending))) return;
    Object.assign(known, { current: pending, pending: null });
    if (current !== null) await this.storage.delete([current]);
  }

  private async requestPicture(vodUuid: string, known: PictureState): Promise<void> {
    const partId = (await this.parts.partIds(vodUuid)).at(-1);
    const segment = partId === undefined ? null : await this.newestSegment(vodUuid, partId, known);
    if (partId === undefined || segment === null) return;
    const outKey = objectKeys.thumb(vodUuid, `live-${ulid()}.jpg`);
    const { outcome } = await this.bus.publish(
      COMMANDS.picture,
      { vodUuid, partId, segment, initCrc: await this.initOf(vodUuid, partId, segment), outKey },
      { msgId: outKey },
    );
    if (outcome === 'stored') known.pending = outKey;
  }

  /** Lists segments from the last known one on, so that one image does not list a whole day of segments. */
  private async newestSegment(vodUuid: string, partId: string, known: PictureState): Promise<string | null> {
    const prefix = objectKeys.segments(vodUuid, partId);
    const after = known.lastSegment.startsWith(prefix) ? { startAfter: known.lastSegment } : {};
    for await (const { key } of this.storage.list(prefix, after)) known.lastSegment = key;
    return known.lastSegment.startsWith(prefix) ? known.lastSegment.slice(prefix.length) : null;
  }

  private async initOf(vodUuid: string, partId: string, segment: string): Promise<string | null> {
    const info = parseSegmentName(segment);
    if (info?.ext !== 'm4s') return null;
    const records = await this.parts.journal(vodUuid, partId);
    return records.filter((r) => r.t === 'epoch').findLast((r) => r.epoch === info.epoch)?.initCrc ?? null;
  }
}
