import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { LibraryLinks } from './library-links.js';
import { LibraryLinksRepository } from './library-links.repository.js';
import { RenamedRows } from './renamed-rows.js';
import { VodNames } from './vod-names.js';

const NAMING = [LibraryLinks, LibraryLinksRepository, RenamedRows, VodNames];

/** What VODs are called, how they are numbered, and where they stand in the library. */
@Module({ imports: [SettingsModule], providers: NAMING, exports: NAMING })
export class NamingModule {}
