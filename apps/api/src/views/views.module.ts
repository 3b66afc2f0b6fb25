import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { SiteRegistryModule } from '../sites/site-registry.module.js';
import { VodsModule } from '../vods/vods.module.js';
import { ChannelListCache } from './channel-list-cache.js';
import { ChannelViews } from './channel-views.js';
import { JobViews } from './job-views.js';
import { SavedViews } from './saved-views.js';
import { ViewLoader } from './view-loader.service.js';
import { VodViews } from './vod-views.js';

/** Converts rows to the format for clients. */
@Module({
  imports: [SettingsModule, SiteRegistryModule, VodsModule],
  providers: [ChannelListCache, ChannelViews, JobViews, SavedViews, ViewLoader, VodViews],
  exports: [ViewLoader, VodViews],
})
export class ViewsModule {}
