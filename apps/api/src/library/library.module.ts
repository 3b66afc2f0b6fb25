import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { VodsModule } from '../vods/vods.module.js';
import { LibraryLinks } from './library-links.js';
import { RenamedRows } from './renamed-rows.js';
import { VodNames } from './vod-names.js';

/** Names and numbers of VODs and their places in the library. */
@Module({
  imports: [SettingsModule, VodsModule],
  providers: [LibraryLinks, RenamedRows, VodNames],
  exports: [LibraryLinks, RenamedRows, VodNames],
})
export class LibraryModule {}
