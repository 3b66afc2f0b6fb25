import { type Lease } from '#libs/contracts';
import { isOver } from '#libs/domain';
import { Bus } from '#libs/bus';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AdvisoryLock, LOCKS } from '../db/advisory-lock.js';
import { fullOptions } from '../modules/channel/channel-options.js';
import { ChannelRepository } from '../modules/channel/channel.repository.js';
import { Settings } from '../modules/settings/settings.service.js';
import { type PartEntity } from '../modules/vod/part.entity.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { SiteWord } from '../live-watch/site-word.js';
import { LiveSnapshots, type Snapshot } from './live-snapshots.js';
import { PartReader, totalsOf } from './part-reader.js';
import { Recording, toPartState } from './recording.js';
import { Rounds } from './rounds.js';
import { Sealing } from './sealing.js';

/** How often the cheap questions are asked: is a recording over, does a part still have its recorder. */
const QUICK_MS = 1000;
/** How often every waiting and capturing VOD is compared with leases and journals (architecture 5.6). */
const FULL_MS = 60_000;
/** A part without a lease and without a word for this long has lost its recorder: lease TTL, renewal, and time for a hand-over. */
const LOST_MS = 16_000;

/** Brings rows to what leases and storage say, so that every lost event is made good (architecture 5.6). One api at a time. */
@Injectable()
export class Reconcile implements OnModuleDestroy {
  private readonly log = new Logger('reconcile');
  private readonly lock: AdvisoryLock;
  private readonly rounds = new Rounds('reconciliation', QUICK_MS, () => this.round());
  private readonly unleasedSince = new Map<string, number>();
  /** VODs whose recorder waits for the stream to return, by the part it would write next. */
  private readonly standby = new Map<string, string>();
  private fullAt = 0;

  constructor(
    db: DataSource, private readonly bus: Bus, private readonly vods: VodRepository, private readonly channels: ChannelRepository, private readonly parts: PartReader,
    private readonly recording: Recording, private readonly sealing: Sealing, private readonly snapshots: LiveSnapshots, private readonly settings: Settings, private readonly siteWord: SiteWord,
  ) {
    this.lock = new AdvisoryLock(db, LOCKS.reconcile);
  }

  start(): void {
    this.snapshots.onSnapshot((s) => { this.hear(s); });
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
    await this.lock.release();
  }

  /** What a pulse can tell although every event was lost: a part nobody announced, or one that ended. Neither must wait for the next full round. */
  private hear(s: Snapshot): void {
    if (s.state !== 'standby') {
      if (s.segments > 0) void this.recording.applyPart(s.vodUuid, s).catch(() => undefined);
      return;
    }
    if (this.standby.get(s.vodUuid) === s.partId) return;
    this.standby.set(s.vodUuid, s.partId);
    this.fullAt = 0;
    this.rounds.wake();
  }

  private async round(): Promise<void> {
    if (!(await this.lock.hold())) return;
    const vods = await this.vods.unfinished();
    if (vods.length === 0) { this.fullAt = 0; return; }
    const full = Date.now() >= this.fullAt;
    if (full) this.fullAt = Date.now() + FULL_MS;
    const leases = new Map((await this.bus.leases.all()).map(({ value }) => [value.vodUuid, value]));
    if (full) await this.compareAssignments(vods);
    for (const vod of vods) await this.reconcileVod(vod, leases.get(vod.uuid) ?? null, full).catch((thrown: unknown) => { this.log.warn(`${vod.basename}: ${String(thrown)}`); });
  }

  private async reconcileVod(vod: VodEntity, lease: Lease | null, full: boolean): Promise<void> {
    if (full) await this.readParts(vod);
    const parts = await this.vods.parts([vod.uuid]);
    for (const part of parts) if (part.endedAt === null) await this.checkRecorder(vod, part, lease);
    if (vod.assigned) await this.checkEnd(vod, parts);
    else if (!parts.some((p) => p.endedAt === null)) await this.finish(vod);
  }

  /** Before a VOD is sealed once more for what no event told: a part of a recorder that was cut off still counts. */
  private async finish(vod: VodEntity): Promise<void> {
    if (vod.convertState === 'queued' || vod.convertState === 'running') { await this.sealing.queueAgain(vod); return; }
    if (vod.convertState !== null) return;
    await this.readParts(vod);
    await this.sealing.seal(vod.uuid);
  }

  /** Storage is the truth: a part that is there and has no row gets one; an `end` record ends it. */
  private async readParts(vod: VodEntity): Promise<void> {
    const known = new Map((await this.vods.parts([vod.uuid])).map((p) => [p.partId, p]));
    for (const partId of await this.parts.partIds(vod.uuid)) {
      const row = known.get(partId);
      if (row && row.endedAt !== null && row.cause !== 'lost') continue;
      const facts = await this.parts.read(vod.uuid, partId);
      if (facts.segments.length === 0 && facts.end === null) continue;
      const first = facts.epochs.get(0)?.startAt ?? Date.now();
      const { part, end } = facts;
      await this.recording.applyPart(vod.uuid, {
        partId, recorder: part?.recorder ?? row?.recorder ?? 'unknown', startedAt: part?.startedAt ?? first, ...totalsOf(facts), ...(part ? { rendition: part.rendition, width: part.width, height: part.height, fps: part.fps } : {}),
        ...(end ? { endedAt: end.at, cause: end.cause, reason: end.reason } : {}),
      });
    }
  }

  /** An open part whose lease is gone, and which has not spoken since, has lost its recorder. */
  private async checkRecorder(vod: VodEntity, part: PartEntity, lease: Lease | null): Promise<void> {
    if (lease?.partId === part.partId || this.snapshots.isAlive(vod.uuid, part.partId)) { this.unleasedSince.delete(part.partId); return; }
    const since = this.unleasedSince.get(part.partId) ?? Date.now();
    this.unleasedSince.set(part.partId, since);
    if (Date.now() - since < LOST_MS) return;
    this.unleasedSince.delete(part.partId);
    await this.readParts(vod);
    const facts = await this.parts.read(vod.uuid, part.partId);
    if (facts.end) return;
    this.log.warn(`${vod.basename}: the recorder ${part.recorder} is gone; its part ends here and another one goes on`);
    await this.recording.applyPart(vod.uuid, { partId: part.partId, recorder: part.recorder, startedAt: part.startedAt, ...totalsOf(facts), endedAt: Date.now() - LOST_MS, cause: 'lost', reason: 'its recorder vanished' });
  }

  private async checkEnd(vod: VodEntity, parts: readonly PartEntity[]): Promise<void> {
    const channel = await this.channels.find(vod.channelUuid);
    const graceMs = ((channel ? fullOptions(channel.options).grace_s : null) ?? this.settings.get('capture.grace_s')) * 1000;
    const siteSaysLive = channel ? this.siteWord.of(channel.uuid) : false;
    if (isOver({ parts: parts.map(toPartState), assignedAt: vod.assignedAt.getTime(), siteSaysLive, graceMs, now: Date.now() })) await this.recording.end(vod.uuid, channel ? 'the stream is over' : 'its channel was removed');
  }

  /** KV may have been lost or be behind: what rows want is put again, what they do not want goes. */
  private async compareAssignments(vods: readonly VodEntity[]): Promise<void> {
    const there = new Set((await this.bus.assignments.all()).map(({ value }) => value.vodUuid));
    const wanted = new Set(vods.filter((v) => v.assigned).map((v) => v.uuid));
    for (const uuid of there) if (!wanted.has(uuid) && !(await this.vods.find(uuid))?.assigned) await this.bus.assignments.delete(uuid);
    for (const uuid of wanted) if (!there.has(uuid)) await this.recording.assignAgain(uuid);
  }
}
