import { Module } from '@nestjs/common';
import { ProbeModule } from '../probe/probe.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { ClipController } from './clip.controller.js';
import { Clips } from './clips.service.js';

@Module({
  imports: [ProbeModule, WorkflowsModule],
  controllers: [ClipController],
  providers: [Clips],
  exports: [Clips],
})
export class ClipModule {}
