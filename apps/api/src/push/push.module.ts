import { Module } from '@nestjs/common';
import { SettingsModule } from '../modules/settings/settings.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { HookController } from './hook.controller.js';
import { HookService } from './hook.service.js';
import { PushActs } from './push-acts.js';
import { PushInbox } from './push-inbox.js';
import { PushPlan } from './push-plan.js';
import { PushRefusals } from './push-refusals.js';
import { PushSync } from './push-sync.js';
import { PushSockets } from './push-sockets.js';
import { PushStatus } from './push-status.js';

/** Sites that tell by themselves that a channel is live. */
@Module({
  imports: [SettingsModule, WorkflowsModule],
  controllers: [HookController],
  providers: [HookService, PushInbox, PushActs, PushPlan, PushRefusals, PushSync, PushSockets, PushStatus],
  exports: [PushActs, PushStatus],
})
export class PushModule {}
