import { Module } from '@nestjs/common';
import { SettingsModule } from '../../settings/settings.module.js';
import { ProbeEventsController } from './probe-events.controller.js';
import { Probes } from './probes.js';

/** Checks of media files that Vodkeep did not make. */
@Module({
  imports: [SettingsModule],
  controllers: [ProbeEventsController],
  providers: [Probes],
  exports: [Probes],
})
export class ProbeModule {}
