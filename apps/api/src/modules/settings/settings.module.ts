import { Module } from '@nestjs/common';
import { SettingRepository } from './setting.repository.js';
import { SettingsController } from './settings.controller.js';
import { Settings } from './settings.service.js';

/** Needs DataSource, DoorConfig, UiBus and SettingsExtras from a global module. */
@Module({ controllers: [SettingsController], providers: [Settings, SettingRepository], exports: [Settings] })
export class SettingsModule {}
