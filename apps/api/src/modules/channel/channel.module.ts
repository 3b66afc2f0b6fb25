import { Module } from '@nestjs/common';
import { PushModule } from '../../push/push.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { History } from '../history/history.service.js';
import { RenamingModule } from '../naming/renaming.module.js';
import { SpaceModule } from '../space/space.module.js';
import { VodModule } from '../vod/vod.module.js';
import { ChannelActsController } from './channel-acts.controller.js';
import { ChannelController } from './channel.controller.js';
import { ChannelService } from './channel.service.js';
import { EditChannel } from './edit-channel.js';
import { RenameChannel } from './rename-channel.js';

/** Channels in the hands of the operator. */
@Module({
  imports: [PushModule, RenamingModule, SpaceModule, VodModule, WorkflowsModule],
  controllers: [ChannelActsController, ChannelController],
  providers: [ChannelService, EditChannel, History, RenameChannel],
  exports: [ChannelService, EditChannel],
})
export class ChannelModule {}
