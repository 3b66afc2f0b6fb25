import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { SiteRegistryModule } from '../sites/site-registry.module.js';
import { LivePictures } from './live-pictures.js';
import { CaptureStatusCache } from './capture-status-cache.js';
import { PartReader } from './part-reader.js';
import { StreamMetadata } from './stream-metadata.js';
import { VodWriter } from './vod-writer.js';

/** Rows of VODs and the data of their parts. */
@Module({
  imports: [SettingsModule, SiteRegistryModule],
  providers: [LivePictures, CaptureStatusCache, PartReader, StreamMetadata, VodWriter],
  exports: [LivePictures, CaptureStatusCache, PartReader, StreamMetadata, VodWriter],
})
export class VodsModule {}
