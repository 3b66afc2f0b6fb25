import { Log } from '#libs/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Settings } from './settings.service.js';

/** Applies the setting `debug`, saved or switched temporarily, to this API's log level. */
@Injectable()
export class DebugLog implements OnModuleInit {
  constructor(
    private readonly settings: Settings,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.settings.onValues(({ debug }) => {
      this.log.setVerbose(debug);
    });
  }
}
