import { Module } from '@nestjs/common';
import { DetectionModule } from '../../detection/detection.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { HookController } from './hook.controller.js';
import { HookService } from './hook.service.js';
import { PushActs } from './push-acts.js';
import { PushInbox } from './push-inbox.js';
import { PushPlan } from './push-plan.js';
import { PushRefusals } from './push-refusals.js';
import { PushSockets } from './push-sockets.js';
import { PushStatus } from './push-status.js';
import { PushSync } from './push-sync.js';

/** Sites that tell by themselves that a channel is live. */
@Module({
  imports: [DetectionModule, SettingsModule, SiteRegistryModule],
  controllers: [HookController],
  providers: [HookService, PushActs, PushInbox, PushPlan, PushRefusals, PushSockets, PushStatus, PushSync],
  exports: [PushActs, PushStatus],
})
export class PushModule {}
