import { Module } from '@nestjs/common';
import { SpaceModule } from '../space/space.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { ClipController } from './clip.controller.js';
import { Clips } from './clips.service.js';

@Module({
  imports: [SpaceModule, WorkflowsModule],
  controllers: [ClipController],
  providers: [Clips],
  exports: [Clips],
})
export class ClipModule {}
