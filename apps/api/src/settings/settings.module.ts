import { Module } from '@nestjs/common';
import { DebugLog } from './debug-log.js';
import { SettingSeals } from './setting-seals.js';
import { Settings } from './settings.service.js';

/** Loads, seals and changes the settings. */
@Module({ providers: [DebugLog, SettingSeals, Settings], exports: [Settings] })
export class SettingsModule {}
