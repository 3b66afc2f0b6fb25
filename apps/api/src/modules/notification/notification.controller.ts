import {
  addReceiver,
  DEFAULT_TEMPLATE,
  deleteReceiver,
  getNotifications,
  listDeliveries,
  listReceivers,
  listRules,
  listTemplates,
  type NotificationTemplate,
  putNotifications,
  putReceiver,
  putRules,
  putTemplate,
  retryDelivery,
  testNotifications,
  testReceiver,
  V0_CATEGORIES,
  V0_RECEIVERS,
} from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { NotificationDeliveries } from '../../persistence/repositories/notification-delivery.repository.js';
import { NotificationRepository } from '../../persistence/repositories/notification.repository.js';
import { Notifications } from '../../platform/notifications.service.js';
import { Receivers } from './receivers.service.js';
import { TestMessages } from './test-messages.js';
import { VapidKeyStore } from './vapid-keys.js';

const MAX_LISTED = 100;

@Controller()
export class NotificationController {
  constructor(
    private readonly rows: NotificationRepository,
    private readonly deliveries: NotificationDeliveries,
    private readonly receivers: Receivers,
    private readonly tests: TestMessages,
    private readonly vapid: VapidKeyStore,
    private readonly notifications: Notifications,
  ) {}

  @Implements(getNotifications)
  async get(
    @ValidatedInput(getNotifications) _: Input<typeof getNotifications>,
  ): Promise<Result<typeof getNotifications>> {
    return { data: await this.bits() };
  }

  @Implements(putNotifications)
  async put(
    @ValidatedInput(putNotifications) { body }: Input<typeof putNotifications>,
  ): Promise<Result<typeof putNotifications>> {
    const rules = V0_CATEGORIES.flatMap((category) => {
      const { [category]: bits } = body;
      if (bits === undefined) return [];
      return Object.entries(V0_RECEIVERS).map(([receiver, bit]) => ({
        receiver,
        category,
        channel_uuid: null,
        on: (bits & bit) !== 0,
      }));
    });
    await this.receivers.putRules(rules);
    return { data: await this.bits(), message: message('answer.notification-settings-saved') };
  }

  @Implements(testNotifications)
  async testCategory(
    @ValidatedInput(testNotifications) { body }: Input<typeof testNotifications>,
  ): Promise<Result<typeof testNotifications>> {
    await this.tests.sendToAll(body.category);
    return { message: message('answer.test-notification-sent') };
  }

  @Implements(listReceivers)
  async list(@ValidatedInput(listReceivers) _: Input<typeof listReceivers>): Promise<Result<typeof listReceivers>> {
    const [receivers, { publicKey }] = await Promise.all([this.receivers.list(), this.vapid.keys()]);
    return { data: { receivers, push_key: publicKey } };
  }

  @Implements(addReceiver)
  async add(@ValidatedInput(addReceiver) { body }: Input<typeof addReceiver>): Promise<Result<typeof addReceiver>> {
    return { data: await this.receivers.add(body), message: message('answer.receiver-saved') };
  }

  @Implements(putReceiver)
  async change(
    @ValidatedInput(putReceiver) { params, body }: Input<typeof putReceiver>,
  ): Promise<Result<typeof putReceiver>> {
    return { data: await this.receivers.put(params.id, body), message: message('answer.receiver-saved') };
  }

  @Implements(deleteReceiver)
  async remove(
    @ValidatedInput(deleteReceiver) { params }: Input<typeof deleteReceiver>,
  ): Promise<Result<typeof deleteReceiver>> {
    await this.receivers.remove(params.id);
    return { message: message('answer.receiver-removed') };
  }

  @Implements(testReceiver)
  async test(
    @ValidatedInput(testReceiver) { params, body }: Input<typeof testReceiver>,
  ): Promise<Result<typeof testReceiver>> {
    const { outcome, answer } = await this.tests.send(params.id, body?.category ?? 'debug');
    return { data: { ok: outcome === 'sent', answer } };
  }

  @Implements(listRules)
  async rules(@ValidatedInput(listRules) _: Input<typeof listRules>): Promise<Result<typeof listRules>> {
    return { data: await this.rows.rules() };
  }

  @Implements(putRules)
  async changeRules(@ValidatedInput(putRules) { body }: Input<typeof putRules>): Promise<Result<typeof putRules>> {
    return { data: await this.receivers.putRules(body), message: message('answer.notification-settings-saved') };
  }

  @Implements(listTemplates)
  async templates(
    @ValidatedInput(listTemplates) _: Input<typeof listTemplates>,
  ): Promise<Result<typeof listTemplates>> {
    return { data: await this.rows.templates() };
  }

  @Implements(putTemplate)
  async changeTemplate(
    @ValidatedInput(putTemplate) { body }: Input<typeof putTemplate>,
  ): Promise<Result<typeof putTemplate>> {
    if (isDefault(body)) await this.rows.removeTemplate(body.category);
    else await this.rows.saveTemplate(body);
    return { data: await this.rows.templates(), message: message('answer.notification-settings-saved') };
  }

  @Implements(listDeliveries)
  async log(
    @ValidatedInput(listDeliveries) { query }: Input<typeof listDeliveries>,
  ): Promise<Result<typeof listDeliveries>> {
    const rows = await this.deliveries.list(query.state, MAX_LISTED);
    return {
      data: rows.map((row) => ({
        id: row.id,
        receiver: row.receiverId,
        category: row.event.category,
        title: row.event.title,
        state: row.state,
        attempts: row.attempts,
        created_at: row.createdAt.toISOString(),
        next_at: row.state === 'waiting' ? row.nextAt.toISOString() : null,
        ended_at: row.endedAt?.toISOString() ?? null,
        answer: row.answer ?? '',
      })),
    };
  }

  @Implements(retryDelivery)
  async retry(
    @ValidatedInput(retryDelivery) { params }: Input<typeof retryDelivery>,
  ): Promise<Result<typeof retryDelivery>> {
    if (!(await this.deliveries.retry(params.id, new Date())))
      throw new UserError(message('error.delivery-missing'), { status: 404 });
    this.notifications.committed();
    return { message: message('answer.delivery-again') };
  }

  private async bits(): Promise<Result<typeof getNotifications>['data']> {
    const bits = await this.rows.bits();
    return Object.fromEntries(V0_CATEGORIES.map((name) => [name, bits.get(name) ?? 0])) as Result<
      typeof getNotifications
    >['data'];
  }
}

const isDefault = ({ category: _, ...template }: NotificationTemplate): boolean =>
  Object.entries(DEFAULT_TEMPLATE).every(([name, value]) => template[name as keyof typeof template] === value);
