import { type ReceiverConfig } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { MqttPresence } from '#libs/notifiers';
import { operatorLookup } from '#libs/providers';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { NotificationRepository } from '../../persistence/repositories/notification.repository.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { Receivers } from './receivers.service.js';

const EVERY_MS = 10_000;

/** Keeps the leader known as online at the brokers of the MQTT receivers, which learn by it when Vodkeep is killed. */
@Injectable()
export class BrokerPresence implements BeforeApplicationShutdown {
  private readonly log = new Logger('mqtt');
  private readonly presence = new MqttPresence(operatorLookup());
  private term: AbortSignal | null = null;
  private released = Promise.resolve();

  constructor(
    private readonly rows: NotificationRepository,
    private readonly receivers: Receivers,
    scheduler: Scheduler,
  ) {
    scheduler.every('mqtt-presence', EVERY_MS, (signal) => this.run(signal));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.released;
  }

  private async run(signal: AbortSignal): Promise<void> {
    if (this.term !== signal) {
      this.term = signal;
      const release = (): void => {
        this.released = this.presence.release();
      };
      signal.addEventListener('abort', release, { once: true });
    }
    const faults = await this.presence.hold(await this.wanted(), signal);
    for (const fault of faults) this.log.debug(`broker is away: ${messageOf(fault)}`);
  }

  private async wanted(): Promise<ReadonlyMap<string, ReceiverConfig<'mqtt'>>> {
    const wanted = new Map<string, ReceiverConfig<'mqtt'>>();
    for (const row of await this.rows.receivers()) {
      const config = row.kind === 'mqtt' && row.isOn ? this.receivers.configOf(row) : null;
      if (config !== null) wanted.set(row.id, config as ReceiverConfig<'mqtt'>);
    }
    return wanted;
  }
}
