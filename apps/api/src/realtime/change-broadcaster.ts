import { messageOf } from '#libs/errors';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EntityChanges } from './entity-changes.js';
import { type UiChange, UiNotifier } from '../platform/messaging/ui-notifier.js';
import { ViewLoader } from '../views/view-loader.service.js';
import { EventWebhook } from './event-webhook.js';
import { Realtime } from './realtime.service.js';
import { ACTION_BUILDERS } from './to-ws-action.js';

/** Receives changes, reads the entities again and updates the browsers of this API and the operator's script. */
@Injectable()
export class ChangeBroadcaster implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('realtime');
  private readonly changes = new EntityChanges((change) => this.broadcast(change));
  private stopListening: (() => void) | null = null;
  constructor(
    private readonly notifier: UiNotifier,
    private readonly views: ViewLoader,
    private readonly realtime: Realtime,
    private readonly webhook: EventWebhook,
  ) {}

  onApplicationBootstrap(): void {
    this.stopListening = this.notifier.onChanged((change) => {
      if (this.realtime.hasListeners || this.webhook.isOn) this.changes.push(change);
    });
  }

  onApplicationShutdown(): void {
    this.stopListening?.();
    this.changes.stop();
  }

  private async broadcast(change: UiChange): Promise<void> {
    try {
      for (const action of await ACTION_BUILDERS[change.entity](change, this.views, this.realtime)) {
        this.realtime.broadcast(action);
        this.webhook.push(action);
      }
    } catch (error) {
      this.log.warn(`${change.entity} ${change.id}: change not sent to pages: ${messageOf(error)}`);
    }
  }
}
