import { Module } from '@nestjs/common';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { ViewsModule } from '../../views/views.module.js';
import { VodsModule } from '../../vods/vods.module.js';
import { LibraryPaths } from './library-paths.js';
import { MediaController } from './media.controller.js';
import { SavedMedia } from './saved-media.js';
import { WatchTracker } from './watch-tracker.js';
import { MediaResolver, MediaStore } from '../../platform/storage/ports.js';

/** Routes that serve media files. */
@Module({
  imports: [SiteRegistryModule, ViewsModule, VodsModule],
  controllers: [MediaController],
  providers: [
    LibraryPaths,
    SavedMedia,
    { provide: MediaStore, useClass: WatchTracker },
    { provide: MediaResolver, useExisting: LibraryPaths },
  ],
  exports: [MediaStore],
})
export class MediaModule {}
