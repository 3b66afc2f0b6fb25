import { Bus } from '#libs/bus';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { UiNotifier } from './ui-notifier.js';

/** Notifies browsers of a new dead letter, so that the dashboard shows it at once. */
@Injectable()
export class DeadLetterNotifier implements OnApplicationBootstrap, OnModuleDestroy {
  private stop: () => void = () => undefined;
  constructor(
    private readonly bus: Bus,
    private readonly notifier: UiNotifier,
  ) {}

  onApplicationBootstrap(): void {
    this.stop = this.bus.deadLetters.onAdded(() => {
      this.notifier.notify('dead-letter', 'added');
    });
  }

  onModuleDestroy(): void {
    this.stop();
  }
}
