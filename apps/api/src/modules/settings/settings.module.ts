import { Module } from '@nestjs/common';
import { ClientSettingsController } from '../client-settings/client-settings.controller.js';
import { ClientSettingsRepository } from '../client-settings/client-settings.repository.js';
import { AppUrlCheck } from './app-url-check.js';
import { SettingRepository } from './setting.repository.js';
import { SettingSeals } from './setting-seals.js';
import { SettingsController } from './settings.controller.js';
import { Settings } from './settings.service.js';

/** Needs DataSource, DoorConfig, Keyring, UiBus and SettingsExtras from a global module. */
@Module({
  controllers: [SettingsController, ClientSettingsController],
  providers: [Settings, SettingRepository, SettingSeals, AppUrlCheck, ClientSettingsRepository],
  exports: [Settings],
})
export class SettingsModule {}
