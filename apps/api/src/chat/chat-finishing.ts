import { Bus } from '#libs/bus';
import { type ChatTimeline, objectKeys } from '#libs/contracts';
import { keptClockOf } from '#libs/domain';
import { messageOf } from '#libs/errors';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { putJson } from '../core/put-json.js';
import { sealedClock } from '../modules/vod/vod-clock.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { PartReader } from '../workflows/part-reader.js';
import { ChatFacts } from './chat-facts.js';
import { ChatQueue } from './chat-queue.js';
import { ChatRows } from './chat-rows.js';

const EVERY_MS = 1000;

/**
 * Has the chat of every VOD that is over made into a file: in rounds of its own, so that nothing that happens to a chat
 * touches a recording or a conversion. What was lost on the way (an event, a command) is made good here. One api at a
 * time.
 */
@Injectable()
export class ChatFinishing {
  private readonly log = new Logger('chat');

  constructor(
    scheduler: Scheduler,
    private readonly bus: Bus,
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly parts: PartReader,
    private readonly vods: VodRepository,
    private readonly queue: ChatQueue,
    private readonly facts: ChatFacts,
    private readonly rows: ChatRows,
  ) {
    scheduler.every('chat-files', EVERY_MS, () => this.round());
  }

  private async round(): Promise<void> {
    const due = await this.vods.unfinishedChats();
    if (due.length === 0) return;
    const held = new Set((await this.bus.leases.all()).map(({ value }) => value.vodUuid));
    for (const vod of due)
      await this.look(vod, held.has(vod.uuid)).catch((thrown: unknown) => {
        this.log.warn(`chat of ${vod.basename}: ${messageOf(thrown)}`);
      });
  }

  /** A lease is given back when the last of what was heard is stored; the seal reads the clock that the chat needs. */
  private async look(vod: VodEntity, isHeld: boolean): Promise<void> {
    if (vod.chat?.state !== 'recording') await this.follow(vod);
    else if (!isHeld && !isSealAhead(vod) && (await this.vods.parts([vod.uuid])).every((p) => p.endedAt !== null))
      await this.ask(vod);
  }

  private async ask(vod: VodEntity): Promise<void> {
    const attempt = ulid();
    const timelineKey = objectKeys.chatTimeline(vod.uuid, attempt);
    const timeline: ChatTimeline = { clock: [...(await this.clockOf(vod))] };
    await putJson({ storage: this.storage, key: timelineKey }, timeline);
    const command = await this.queue.commandFor(vod, { attempt, timelineKey });
    await this.rows.ask(vod, command);
  }

  private async clockOf(vod: VodEntity): Promise<ChatTimeline['clock']> {
    return [...(sealedClock(vod) ?? keptClockOf((await this.parts.timelineOf(vod.uuid)).timeline))];
  }

  private async follow(vod: VodEntity): Promise<void> {
    if (await this.facts.applyReceipt(vod)) return;
    const command = await this.queue.silent(vod);
    if (command === 'lost') await this.rows.redo(vod.uuid);
    else if (command !== null) await this.rows.again(vod.uuid, command);
  }
}

/** The reconciliation seals it within a second. */
const isSealAhead = ({ state, convertState }: VodEntity): boolean => state === 'ended' && convertState === null;
