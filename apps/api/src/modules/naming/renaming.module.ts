import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { ChannelRenames } from './channel-renames.js';
import { NamingController } from './naming.controller.js';
import { NamingModule } from './naming.module.js';
import { VodRenames } from './vod-renames.js';

/** New names for VODs that are there. Apart from {@link NamingModule}, which recordings need. */
@Module({
  imports: [HttpModule, NamingModule, WorkflowsModule],
  controllers: [NamingController],
  providers: [ChannelRenames, VodRenames],
  exports: [ChannelRenames, VodRenames],
})
export class RenamingModule {}
