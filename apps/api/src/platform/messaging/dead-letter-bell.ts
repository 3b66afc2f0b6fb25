import { Bus } from '#libs/bus';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { UiBell } from './ui-bell.js';

/** Tells browsers when a message was given up on, so that the dashboard shows it at once. */
@Injectable()
export class DeadLetterBell implements OnApplicationBootstrap, OnModuleDestroy {
  private stop: () => void = () => undefined;
  constructor(
    private readonly bus: Bus,
    private readonly bell: UiBell,
  ) {}

  onApplicationBootstrap(): void {
    this.stop = this.bus.deadLetters.onAdded(() => {
      this.bell.ring('dead-letter', 'added');
    });
  }

  onModuleDestroy(): void {
    this.stop();
  }
}
