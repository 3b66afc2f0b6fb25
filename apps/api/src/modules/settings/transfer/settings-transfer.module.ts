import { Module } from '@nestjs/common';
import { ChannelModule } from '../../channel/channel.module.js';
import { SettingsModule } from '../../../settings/settings.module.js';
import { SiteRegistryModule } from '../../../sites/site-registry.module.js';
import { ChannelImport } from './channel-import.js';
import { SettingsTransferController } from './settings-transfer.controller.js';
import { SettingsTransfer } from './settings-transfer.service.js';

@Module({
  imports: [ChannelModule, SettingsModule, SiteRegistryModule],
  controllers: [SettingsTransferController],
  providers: [ChannelImport, SettingsTransfer],
})
export class SettingsTransferModule {}
