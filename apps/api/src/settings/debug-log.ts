import { Log } from '#libs/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Settings } from './settings.service.js';

/** The setting `debug`, as it is saved or was switched by hand: this api's debug lines are reported too. */
@Injectable()
export class DebugLog implements OnModuleInit {
  constructor(
    private readonly settings: Settings,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.settings.onHeld(({ debug }) => {
      this.log.turnUp(debug);
    });
  }
}
