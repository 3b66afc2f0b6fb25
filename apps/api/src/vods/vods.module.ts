import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { SiteRegistryModule } from '../sites/site-registry.module.js';
import { LivePictures } from './live-pictures.js';
import { LiveSnapshots } from './live-snapshots.js';
import { PartReader } from './part-reader.js';
import { StreamMetadata } from './stream-metadata.js';
import { VodWriter } from './vod-writer.js';

/** The rows of VODs: how they change, and what is known of their parts. */
@Module({
  imports: [SettingsModule, SiteRegistryModule],
  providers: [LivePictures, LiveSnapshots, PartReader, StreamMetadata, VodWriter],
  exports: [LivePictures, LiveSnapshots, PartReader, StreamMetadata, VodWriter],
})
export class VodsModule {}
