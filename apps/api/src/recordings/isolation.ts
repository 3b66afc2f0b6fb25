import { type EVENTS, type Payload } from '#libs/contracts';
import { type ApiConfig } from '#libs/config';
import { isolateCaptures, reviewSuspects, type Suspicion, type Suspicions } from '#libs/domain';
import { CONFIG, WorkerDemand } from '#libs/service-kit';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { setSuspicion, suspicionOf } from '../vods/suspicion.js';
import { VodWriter } from '../vods/vod-writer.js';
import { Assignments } from './assignments.js';

/**
 * Finds the recording that kills its recorder, and keeps it away from the others (docs/flows/recording.md, "A recording
 * that kills its recorder").
 */
@Injectable()
export class Isolation {
  private readonly log = new Logger('isolation');
  private readonly recorders: number;

  constructor(
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly writer: VodWriter,
    private readonly assignments: Assignments,
    private readonly notifier: UiNotifier,
    private readonly demand: WorkerDemand,
    @Inject(CONFIG) { workers }: ApiConfig,
  ) {
    this.recorders = workers.isolatedRecorders;
  }

  /** Applies the death of a recorder; the second report of a death changes nothing. */
  async recorderDied({ recorder, ...death }: Payload<typeof EVENTS.recorderDied>): Promise<void> {
    this.log.warn(`recorder ${recorder} died with ${String(death.vodUuids.length)} captures`);
    await this.change((suspicions) => isolateCaptures(death, suspicions, this.recorders));
  }

  /** Applies what follows from the time. @param vods all that are assigned */
  async review(vods: readonly VodEntity[]): Promise<void> {
    const suspicions = suspicionsOf(vods);
    this.reportDemand(suspicions);
    if (reviewSuspects(suspicions, Date.now(), this.recorders).size > 0)
      await this.change((now) => reviewSuspects(now, Date.now(), this.recorders));
  }

  /** Locks all assigned VODs, so that two decisions never use the same state. */
  private async change(decide: (suspicions: Suspicions) => ReadonlyMap<string, Suspicion | null>): Promise<void> {
    const changed = await this.transactions.run(async (tx) => {
      const vods = await this.vods.lockAssigned(tx);
      const changes = decide(suspicionsOf(vods));
      const due = vods.filter(({ uuid }) => changes.has(uuid));
      for (const vod of due) await this.save(vod, changes.get(vod.uuid) ?? null, tx);
      return due;
    });
    for (const vod of changed) {
      this.notifier.notify('vod', vod.uuid);
      this.notifier.notify('channel', vod.channelUuid);
    }
  }

  private async save(vod: VodEntity, suspicion: Suspicion | null, tx: Tx): Promise<void> {
    this.log.log(`${vod.basename}: ${describe(suspicion)}`);
    setSuspicion(vod, suspicion);
    const channel = await this.channels.find(vod.channelUuid, tx);
    if (channel) await this.assignments.put(channel, vod, tx);
    await this.writer.save(vod, tx);
  }

  /** The supervisor starts an isolated recorder when there is a capture for it. */
  private reportDemand(suspicions: Suspicions): void {
    this.demand.isolated = new Set([...suspicions.values()].flatMap(({ recorder }) => recorder ?? []));
  }
}

const suspicionsOf = (vods: readonly VodEntity[]): Suspicions =>
  new Map(
    vods.flatMap((vod) => {
      const suspicion = suspicionOf(vod);
      return suspicion ? [[vod.uuid, suspicion]] : [];
    }),
  );

function describe(suspicion: Suspicion | null): string {
  if (suspicion === null) return 'cleared: it did not kill its recorder';
  const { deaths, recorder, setAsideUntil } = suspicion;
  if (setAsideUntil !== null)
    return `set aside until ${new Date(setAsideUntil).toISOString()}: ${String(deaths)} recorders died with it`;
  return `${String(deaths)} recorders died with it; next: ${recorder === null ? 'any recorder' : `isolated recorder ${String(recorder)}`}`;
}
