import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { ProbeEventsController } from './probe-events.controller.js';
import { Probes } from './probes.js';

/** What lies on storage: how much, and what it is. */
@Module({ imports: [SettingsModule], controllers: [ProbeEventsController], providers: [Probes], exports: [Probes] })
export class SpaceModule {}
