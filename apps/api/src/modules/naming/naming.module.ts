import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { LibraryModule } from '../../library/library.module.js';
import { VodsModule } from '../../vods/vods.module.js';
import { ChannelRenames } from './channel-renames.js';
import { NamingController } from './naming.controller.js';
import { VodRenames } from './vod-renames.js';

/** Renames existing VODs; {@link LibraryModule} names new ones. */
@Module({
  imports: [JobsModule, LibraryModule, VodsModule],
  controllers: [NamingController],
  providers: [ChannelRenames, VodRenames],
  exports: [ChannelRenames],
})
export class NamingModule {}
