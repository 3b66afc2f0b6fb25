import { Module } from '@nestjs/common';
import { FreeSpaceModule } from '../../space/free-space.module.js';
import { SpaceController } from './space.controller.js';
import { VodSpaceCounter } from './vod-space-counter.js';

/** Measures the used storage, in total and by kind. */
@Module({
  imports: [FreeSpaceModule],
  controllers: [SpaceController],
  providers: [VodSpaceCounter],
})
export class SpaceModule {}
