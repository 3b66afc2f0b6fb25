import { type ReceiverKind } from '#libs/contracts';
import { OutsideError, UserError } from '#libs/errors';
import { type Message, message, verbatim } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { ulid } from 'ulid';
import { z } from 'zod';
import { type ApiJobRun, defineApiJob } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { Transactions } from '../../persistence/database/tx.js';
import { type NotificationDeliveryEntity } from '../../persistence/entities/notification.entity.js';
import { NotificationDeliveries } from '../../persistence/repositories/notification-delivery.repository.js';
import { NotificationRepository } from '../../persistence/repositories/notification.repository.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { Notifications } from '../../platform/notifications.service.js';
import { readyEvent } from '../../vods/recording-events.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';
import { receiverName } from './receivers.service.js';
import { type StageStart, type StageStarted, type StageWork, VodStages } from '../../workflows/vod-stages.js';

/** `run`: identifies the event, so that a job that is repeated reports it once. */
const HOOK = defineApiJob('hook', z.strictObject({ vodUuid: z.uuid(), run: z.string() }));
type Run = ApiJobRun<z.infer<typeof HOOK.schema>>;

/** Receivers whose answers the stage waits for. Messages for people may wait until the quiet hours end. */
const HOOKS: readonly ReceiverKind[] = ['script', 'webhook'];
const CHECK_MS = 500;
/** Longer than the limit of a try. After it, the job waits for the next try without holding up the other stages. */
const MAX_WAIT_MS = 90_000;

/** Reports that a recording is ready, and waits until scripts and webhooks have accepted the message. */
@Injectable()
export class HookStage implements StageWork {
  readonly kind = 'hook';

  constructor(
    stages: VodStages,
    private readonly apiJobs: ApiJobs,
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly notifications: Notifications,
    private readonly deliveries: NotificationDeliveries,
    private readonly receivers: NotificationRepository,
  ) {
    stages.register(this);
    apiJobs.register(HOOK, (run) => this.run(run));
  }

  async start({ vod: { uuid, basename, channelUuid }, claim }: StageStart): Promise<StageStarted> {
    const job = {
      name: `hook_${uuid}`,
      title: verbatim(basename),
      vodUuid: uuid,
      channelUuid,
      input: { vodUuid: uuid, run: ulid() },
    };
    await this.apiJobs.add(HOOK, job, claim);
    return 'job';
  }

  private async run({ input: { vodUuid, run }, signal, say }: Run): Promise<Message> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) throw VOD_MISSING();
    const event = readyEvent(vod, run);
    await this.transactions.run((tx) => this.notifications.add(event, tx));
    this.notifications.committed();
    await this.resendFailed(event.eventId);
    const messages = await this.answered(event.eventId, signal);
    if (messages.length === 0) return message('stage.no-hooks');
    for (const { name, delivery } of messages)
      if (delivery.answer) say(message('job.name-remark', { name, remark: delivery.answer }));
    const hooks = messages.filter(({ isHook }) => isHook);
    const failed = hooks.filter(({ delivery }) => delivery.state === 'failed');
    if (failed.length > 0) throw new UserError(message('stage.hooks-failed', { names: namesOf(failed) }));
    const waiting = hooks.filter(({ delivery }) => delivery.state === 'waiting');
    if (waiting.length > 0) throw new OutsideError(message('stage.hooks-wait', { names: namesOf(waiting) }));
    return message('stage.hooks-told', { n: messages.length });
  }

  /** Sends what failed in an earlier run of the job. */
  private async resendFailed(eventId: string): Promise<void> {
    for (const { isHook, delivery } of await this.messagesOf(eventId))
      if (isHook && delivery.state === 'failed') await this.deliveries.retry(delivery.id, new Date());
    this.notifications.committed();
  }

  /** The messages of the event, as soon as each hook has answered a try. */
  private async answered(eventId: string, signal: AbortSignal): Promise<readonly HookMessage[]> {
    for (const endsAt = performance.now() + MAX_WAIT_MS; ;) {
      const messages = await this.messagesOf(eventId);
      const isOpen = messages.some(({ isHook, delivery }) => isHook && isUntried(delivery));
      if (!isOpen || performance.now() > endsAt) return messages;
      await pause(CHECK_MS, undefined, { signal });
    }
  }

  private async messagesOf(eventId: string): Promise<readonly HookMessage[]> {
    const receivers = new Map((await this.receivers.receivers()).map((receiver) => [receiver.id, receiver]));
    return (await this.deliveries.ofEvent(eventId)).flatMap((delivery) => {
      const receiver = receivers.get(delivery.receiverId);
      if (!receiver) return [];
      return [{ delivery, name: receiverName(receiver), isHook: HOOKS.includes(receiver.kind) }];
    });
  }
}

interface HookMessage {
  readonly delivery: NotificationDeliveryEntity;
  readonly name: string;
  readonly isHook: boolean;
}

/** Whether a message was not tried since it was added, or since it is to be sent again. */
const isUntried = ({ state, answer, attempts, nextAt }: NotificationDeliveryEntity): boolean =>
  state === 'waiting' && (answer === null || (attempts === 0 && nextAt.getTime() <= Date.now()));

const namesOf = (messages: readonly HookMessage[]): Message[] => messages.map(({ name }) => verbatim(name));
