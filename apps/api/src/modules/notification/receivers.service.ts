import {
  isV0Receiver,
  MASK,
  maskedConfig,
  RECEIVER_KINDS,
  type NotificationRule,
  receiverFields,
  type ReceiverForm,
  type ReceiverKind,
  type ReceiverView,
  type View,
} from '#libs/contracts';
import { messageOf, UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { Keyring, type Sealer } from '#libs/service-kit';
import { Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { z } from 'zod';
import { Transactions } from '../../persistence/database/tx.js';
import {
  type NotificationDeliveryEntity,
  NotificationReceiverEntity,
} from '../../persistence/entities/notification.entity.js';
import { NotificationDeliveries } from '../../persistence/repositories/notification-delivery.repository.js';
import { NotificationRepository } from '../../persistence/repositories/notification.repository.js';
import { invalidInput, parseInput } from '../../platform/input-faults.js';
import { Settings } from '../../settings/settings.service.js';

export type Config = Readonly<Record<string, string>>;

interface ReadConfig {
  readonly config: Config | null;
  readonly fault: Message | null;
}

/** Each event costs a row and a request per receiver. */
const MAX_RECEIVERS = 100;
const KINDS: ReadonlySet<string> = new Set(RECEIVER_KINDS);
const Stored = z.record(z.string(), z.string());

/** The receivers of notifications: those of v0, whose configuration is in the settings, and those of the operator. */
@Injectable()
export class Receivers {
  private readonly log = new Logger('notifications');
  private readonly sealer: Sealer;

  constructor(
    private readonly rows: NotificationRepository,
    private readonly deliveries: NotificationDeliveries,
    private readonly settings: Settings,
    private readonly transactions: Transactions,
    keyring: Keyring,
  ) {
    this.sealer = keyring.purpose('notification-receiver');
  }

  async list(): Promise<View<typeof ReceiverView>[]> {
    const [receivers, newest] = await Promise.all([this.rows.receivers(), this.deliveries.newest()]);
    return receivers.map((row) => this.view(row, newest.get(row.id)));
  }

  /** @throws UserError `receiver-missing` (404) */
  async find(id: string): Promise<NotificationReceiverEntity> {
    const row = await this.rows.receiver(id);
    if (!row) throw new UserError(message('error.receiver-missing'), { status: 404 });
    return row;
  }

  /** @throws UserError `invalid-input`, `receivers-full` */
  async add(form: ReceiverForm): Promise<View<typeof ReceiverView>> {
    if ((await this.rows.receivers()).length >= MAX_RECEIVERS)
      throw new UserError(message('error.receivers-full', { n: MAX_RECEIVERS }));
    const row = Object.assign(new NotificationReceiverEntity(), { id: ulid(), kind: form.kind, createdAt: new Date() });
    return this.save(row, form, {});
  }

  /** @throws UserError `receiver-missing` (404), `invalid-input` */
  async put(id: string, form: ReceiverForm): Promise<View<typeof ReceiverView>> {
    const row = await this.find(id);
    if (row.kind !== form.kind) throw invalidInput([{ path: 'kind', message: message('field.receiver-kind') }]);
    const wasBroken = this.faultOf(row) !== null;
    const saved = await this.save(row, form, this.configOf(row) ?? {});
    if (wasBroken) await this.deliveries.makeDue(id);
    return saved;
  }

  /** @throws UserError `receiver-missing` (404), `receiver-fixed` */
  async remove(id: string): Promise<void> {
    if (isV0Receiver(id)) throw new UserError(message('error.receiver-fixed'));
    if (!(await this.rows.removeReceiver(id))) throw new UserError(message('error.receiver-missing'), { status: 404 });
  }

  /** @throws UserError `receiver-missing` (404) */
  async putRules(
    rules: readonly (Omit<NotificationRule, 'on'> & { readonly on: boolean | null })[],
  ): Promise<NotificationRule[]> {
    const known = new Set((await this.rows.receivers()).map(({ id }) => id));
    if (rules.some(({ receiver }) => !known.has(receiver)))
      throw new UserError(message('error.receiver-missing'), { status: 404 });
    await this.transactions.run(async (tx) => {
      for (const rule of rules) await this.rows.putRule(rule, tx);
    });
    return this.rows.rules();
  }

  /** The configuration with its secrets; null: it is not complete, or cannot be read. */
  configOf(receiver: NotificationReceiverEntity): Config | null {
    return this.read(receiver).config;
  }

  /** Why the configuration cannot be read; null: it can, or there is none in the settings. */
  faultOf(receiver: NotificationReceiverEntity): Message | null {
    return this.read(receiver).fault;
  }

  private read({ id, kind, config }: NotificationReceiverEntity): ReadConfig {
    if (isV0Receiver(id)) return { config: this.configOfSettings(id), fault: null };
    if (!KINDS.has(kind)) return { config: null, fault: message('notification.unknown-kind', { kind }) };
    try {
      return { config: Stored.parse(JSON.parse(this.sealer.open(id, config ?? ''))), fault: null };
    } catch (thrown) {
      this.log.warn(`receiver ${id}: its configuration cannot be read, save it again: ${messageOf(thrown)}`);
      return { config: null, fault: message('notification.unreadable') };
    }
  }

  private async save(
    row: NotificationReceiverEntity,
    { name, on, quiet, config }: ReceiverForm,
    before: Config,
  ): Promise<View<typeof ReceiverView>> {
    const sealed = isV0Receiver(row.id)
      ? null
      : this.sealer.seal(row.id, JSON.stringify(checkedConfig(row.kind, { ...unmasked(config, before) })));
    Object.assign(row, { name, isOn: on, isQuiet: quiet, config: sealed });
    await this.rows.saveReceiver(row);
    return this.view(row, (await this.deliveries.newest()).get(row.id));
  }

  private view(
    row: NotificationReceiverEntity,
    last: NotificationDeliveryEntity | undefined,
  ): View<typeof ReceiverView> {
    const { config, fault } = this.read(row);
    return {
      id: row.id,
      kind: KINDS.has(row.kind) ? row.kind : 'unknown',
      name: row.name,
      on: row.isOn,
      quiet: row.isQuiet,
      config: isV0Receiver(row.id) ? {} : maskedConfig(row.kind, config ?? {}),
      ready: config !== null,
      fault: fault ?? '',
      last: last
        ? { state: last.state, at: (last.endedAt ?? last.nextAt).toISOString(), answer: last.answer ?? '' }
        : null,
    };
  }

  private configOfSettings(kind: string): Config | null {
    const get = this.settings.get.bind(this.settings);
    const config: Config =
      {
        telegram: { token: get('telegram_token'), chat: get('telegram_chat_id') },
        discord: { url: get('discord_webhook') },
        pushover: { token: get('notifications.pushover.token'), user: get('notifications.pushover.user') },
        ntfy: { url: get('notifications.ntfy.url'), topic: get('notifications.ntfy.topic') },
      }[kind] ?? {};
    if (Object.values(config).includes('')) return null;
    return kind === 'ntfy' ? { ...config, token: '' } : config;
  }
}

/** Name of a receiver in logs and messages; those of v0 have none of their own. */
export const receiverName = ({ name, kind }: NotificationReceiverEntity): string => (name === '' ? kind : name);

/** A secret that was sent back as its mask remains. */
const unmasked = (config: Config, before: Config): Config =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, value === MASK ? (before[name] ?? '') : value]),
  );

/** @throws UserError `invalid-input`: with a fault for each wrong field */
function checkedConfig(kind: ReceiverKind, config: Config): Config {
  const shape = Object.fromEntries(
    Object.entries(receiverFields(kind)).map(([name, { schema, default: value }]) => [
      name,
      z.preprocess((given) => (given === undefined || given === '' ? (value ?? '') : given), schema),
    ]),
  );
  const parsed = parseInput(z.strictObject(shape), config, 'config');
  if (parsed.faults) throw invalidInput(parsed.faults.map((fault) => ({ ...fault, path: `config.${fault.path}` })));
  return Stored.parse(parsed.data);
}
