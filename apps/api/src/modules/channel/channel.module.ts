import { Module } from '@nestjs/common';
import { DetectionModule } from '../../detection/detection.module.js';
import { NamingModule } from '../naming/naming.module.js';
import { PushModule } from '../push/push.module.js';
import { FreeSpaceModule } from '../../space/free-space.module.js';
import { VodModule } from '../vod/vod.module.js';
import { RecordingsModule } from '../../recordings/recordings.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { ViewsModule } from '../../views/views.module.js';
import { ChannelActionsController } from './channel-actions.controller.js';
import { ChannelController } from './channel.controller.js';
import { ChannelService } from './channel.service.js';
import { EditChannel } from './edit-channel.js';
import { History } from './history.service.js';
import { RenameChannel } from './rename-channel.js';

/** Channel routes for the operator. */
@Module({
  imports: [
    DetectionModule,
    NamingModule,
    PushModule,
    FreeSpaceModule,
    VodModule,
    RecordingsModule,
    SiteRegistryModule,
    ViewsModule,
  ],
  controllers: [ChannelActionsController, ChannelController],
  providers: [ChannelService, EditChannel, History, RenameChannel],
  exports: [ChannelService, EditChannel],
})
export class ChannelModule {}
