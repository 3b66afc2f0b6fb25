import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { AppUrlCheck } from './app-url-check.js';
import { SettingsController } from './settings.controller.js';
import { SystemErrors } from './system-errors.js';
import { SettingsExtras } from './settings-extras.js';

/** Settings routes for the operator. */
@Module({
  imports: [HealthModule, SettingsModule, SiteRegistryModule],
  controllers: [SettingsController],
  providers: [AppUrlCheck, SystemErrors, { provide: SettingsExtras, useExisting: SystemErrors }],
})
export class SettingsRoutesModule {}
