import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { MediaModule } from '../media/media.module.js';
import { ViewsModule } from '../../views/views.module.js';
import { VodsModule } from '../../vods/vods.module.js';
import { WatchController } from './watch.controller.js';
import { WatchService } from './watch.service.js';

@Module({
  imports: [AuthModule, MediaModule, ViewsModule, VodsModule],
  controllers: [WatchController],
  providers: [WatchService],
})
export class WatchModule {}
