import { Module } from '@nestjs/common';
import { DetectionModule } from '../../detection/detection.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { WebhookController } from './webhook.controller.js';
import { WebhookService } from './webhook.service.js';
import { PushActions } from './push-actions.js';
import { PushInbox } from './push-inbox.js';
import { PushPlan } from './push-plan.js';
import { PushRefusals } from './push-refusals.js';
import { PushSockets } from './push-sockets.js';
import { PushStatus } from './push-status.js';
import { PushSync } from './push-sync.js';

/** Push notifications from sites about live channels. */
@Module({
  imports: [DetectionModule, SettingsModule, SiteRegistryModule],
  controllers: [WebhookController],
  providers: [WebhookService, PushActions, PushInbox, PushPlan, PushRefusals, PushSockets, PushStatus, PushSync],
  exports: [PushActions, PushStatus],
})
export class PushModule {}
