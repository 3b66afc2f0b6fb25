import { TRACK_NOTICES } from '#libs/contracts';
import { doubledMs, siteClockOf } from '#libs/domain';
import { messageOf } from '#libs/errors';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { CaptureStatusCache, type Snapshot } from '../vods/capture-status-cache.js';
import { setMediaStart } from '../vods/media-start.js';
import { PartReader } from '../vods/part-reader.js';
import { setTrackGaps, trackGapsIn } from '../vods/track-gaps.js';
import { gapsWithEnd } from '../vods/unrecorded.js';
import { VodWriter } from '../vods/vod-writer.js';

/**
 * Updates the gaps, the site clock and the overlap of the parts while a recording runs. A new part or a new gap
 * triggers an update.
 */
@Injectable()
export class LiveGaps implements OnApplicationBootstrap {
  private readonly log = new Logger('live-gaps');
  /** Newest report of each running part. `unread`: an ad break was running at that time. */
  private readonly known = new Map<
    string,
    { readonly partId: string; readonly gaps: number; readonly adMs: number; readonly unread: boolean }
  >();
  /** VODs whose newest part repeats media of an earlier part, or may do so. */
  private readonly repeatingVods = new Set<string>();

  constructor(
    private readonly parts: PartReader,
    private readonly writer: VodWriter,
    private readonly snapshots: CaptureStatusCache,
    private readonly vods: VodRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.snapshots.onSnapshot((s) => {
      this.receive(s);
    });
  }

  /** The ad counter grows during a break. The parts are read once, after the break. */
  private receive({ vodUuid, partId, adMs, ...snapshot }: Snapshot): void {
    const gaps = snapshot.gaps + trackNotices(snapshot);
    const known = this.known.get(vodUuid);
    if (!known) this.forgetSilent();
    const isSame = known?.partId === partId;
    const goesOn = adMs !== (isSame ? known.adMs : 0);
    this.known.set(vodUuid, { partId, gaps, adMs, unread: goesOn });
    const isChanged = isSame && (known.gaps !== gaps || (!goesOn && known.unread));
    if (isChanged || this.repeatingVods.has(vodUuid)) this.runInBackground(vodUuid, this.refresh(vodUuid));
    else if (!isSame) this.runInBackground(vodUuid, this.readPart(vodUuid, partId, { isFirst: known === undefined }));
  }

  /** Drops the state of recordings that are over when a new one starts. */
  private forgetSilent(): void {
    for (const vodUuid of [...this.known.keys(), ...this.repeatingVods])
      if (!this.snapshots.of(vodUuid)) {
        this.known.delete(vodUuid);
        this.repeatingVods.delete(vodUuid);
      }
  }

  private runInBackground(vodUuid: string, work: Promise<void>): void {
    work.catch((thrown: unknown) => {
      this.log.debug(`VOD ${vodUuid}: live gaps not read: ${messageOf(thrown)}`);
    });
  }

  /**
   * Handles a part that is new to this API: its event was lost, or another API received it. If the VOD has several
   * parts, the row may lack gaps of a time when no API ran.
   */
  private async readPart(vodUuid: string, partId: string, { isFirst }: { readonly isFirst: boolean }): Promise<void> {
    const parts = await this.vods.parts([vodUuid]);
    if (isUnsure(parts, partId) || (isFirst && parts.length > 1)) await this.refresh(vodUuid);
  }

  /** Reads all parts, so call it when a part starts or has a new gap, not for each segment. */
  async refresh(vodUuid: string): Promise<void> {
    const { parts, timeline } = await this.parts.timelineOf(vodUuid);
    const clock = siteClockOf(timeline);
    const doubled = doubledMs(parts);
    const before = await this.vods.parts([vodUuid]);
    const isOther = before.some(({ partId, doubledMs: was }) => doubled.has(partId) && was !== doubled.get(partId));
    await this.writer.update(
      vodUuid,
      (vod) => {
        const gaps = gapsWithEnd(vod, timeline);
        if (
          !vod.assigned ||
          (!isOther &&
            JSON.stringify(vod.gaps) === JSON.stringify(gaps) &&
            JSON.stringify(trackGapsIn(vod)) === JSON.stringify(timeline.trackGaps ?? []) &&
            vod.clock?.length === clock.length)
        )
          return false;
        vod.gaps = gaps;
        vod.clock = clock;
        setMediaStart(vod, timeline);
        setTrackGaps(vod, timeline);
        return true;
      },
      (_vod, tx) => this.vods.saveDoubled(doubled, tx),
    );
    const isKnown = [...doubled].every(([partId, ms]) => ms !== null && before.some((p) => p.partId === partId));
    if (isKnown) this.repeatingVods.delete(vodUuid);
    else this.repeatingVods.add(vodUuid);
  }
}

/** How often a track began to be missing. */
const trackNotices = ({ notices }: Pick<Snapshot, 'notices'>): number =>
  notices.filter(({ code }) => TRACK_NOTICES.includes(code)).reduce((sum, { count }) => sum + count, 0);

const isUnsure = (parts: readonly PartEntity[], partId: string): boolean =>
  (parts.length > 1 && parts.at(-1)?.doubledMs === null) ||
  (parts.length > 0 && !parts.some((p) => p.partId === partId));
