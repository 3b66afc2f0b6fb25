import { Bus } from '#libs/bus';
import { COMMANDS, objectKeys, parseSegmentName } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { PartReader } from './part-reader.js';

/** Minimum time between two image requests of a VOD. Only {@link LivePictures.keyOf} requests images. */
const MIN_REQUEST_INTERVAL_MS = 15_000;

interface PictureState {
  current: string | null;
  pending: string | null;
  requestedAt: number;
  lastSegment: string;
}

/**
 * Provides the newest image of each running recording. Converters make the images on demand. The state is in memory:
 * after a restart the next call requests a new image.
 */
@Injectable()
export class LivePictures {
  private readonly log = new Logger('live-pictures');
  private readonly states = new Map<string, PictureState>();

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
    const state = this.stateOf(vodUuid);
    await this.switchToStored(state);
    if (Date.now() - state.requestedAt >= MIN_REQUEST_INTERVAL_MS) {
      state.requestedAt = Date.now();
      void this.requestPicture(vodUuid, state).catch((thrown: unknown) => {
        this.log.warn(`VOD ${vodUuid}: no live picture: ${messageOf(thrown)}`);
      });
    }
    return state.current;
  }

  /** Deletes the live images of a recording that is over. Its file has its own thumbnail. */
  async forget(vodUuid: string): Promise<void> {
    const state = this.states.get(vodUuid);
    this.states.delete(vodUuid);
    await this.storage.delete([state?.current, state?.pending].filter((key) => typeof key === 'string'));
  }

  private stateOf(vodUuid: string): PictureState {
    const state = this.states.get(vodUuid) ?? { current: null, pending: null, requestedAt: 0, lastSegment: '' };
    this.states.set(vodUuid, state);
    return state;
  }

  /** Switches to the requested image once it is stored. Each image has its own key, because objects never change. */
  private async switchToStored(state: PictureState): Promise<void> {
    const { pending, current } = state;
    if (pending === null || !(await this.storage.head(pending))) return;
    Object.assign(state, { current: pending, pending: null });
    if (current !== null) await this.storage.delete([current]);
  }

  private async requestPicture(vodUuid: string, state: PictureState): Promise<void> {
    const partId = (await this.parts.partIds(vodUuid)).at(-1);
    const segment = partId === undefined ? null : await this.newestSegment(vodUuid, partId, state);
    if (partId === undefined || segment === null) return;
    const outKey = objectKeys.thumb(vodUuid, `live-${ulid()}.jpg`);
    const { outcome } = await this.bus.publish(
      COMMANDS.picture,
      { vodUuid, partId, segment, initCrc: await this.initOf(vodUuid, partId, segment), outKey },
      { msgId: outKey },
    );
    if (outcome === 'stored') state.pending = outKey;
  }

  /** Lists segments from the last known one on, so that one image does not list a whole day of segments. */
  private async newestSegment(vodUuid: string, partId: string, state: PictureState): Promise<string | null> {
    const prefix = objectKeys.segments(vodUuid, partId);
    const after = state.lastSegment.startsWith(prefix) ? { startAfter: state.lastSegment } : {};
    for await (const { key } of this.storage.list(prefix, after)) state.lastSegment = key;
    return state.lastSegment.startsWith(prefix) ? state.lastSegment.slice(prefix.length) : null;
  }

  private async initOf(vodUuid: string, partId: string, segment: string): Promise<string | null> {
    const info = parseSegmentName(segment);
    if (info?.ext !== 'm4s') return null;
    const records = await this.parts.journal(vodUuid, partId);
    return records.filter((r) => r.t === 'epoch').findLast((r) => r.epoch === info.epoch)?.initCrc ?? null;
  }
}
