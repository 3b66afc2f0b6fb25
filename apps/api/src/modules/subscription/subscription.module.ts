import { Module } from '@nestjs/common';
import { PushModule } from '../push/push.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { SubscriptionController } from './subscription.controller.js';
import { Subscriptions } from './subscriptions.service.js';

@Module({
  imports: [PushModule, SettingsModule, SiteRegistryModule],
  controllers: [SubscriptionController],
  providers: [Subscriptions],
})
export class SubscriptionModule {}
