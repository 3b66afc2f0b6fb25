import { Module } from '@nestjs/common';
import { PushModule } from '../push/push.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { SignInState } from './sign-in-state.js';
import { SiteAccounts } from './site-accounts.service.js';
import { SitesController } from './sites.controller.js';

/** The operator's accounts at the sites. */
@Module({
  imports: [PushModule, SettingsModule, SiteRegistryModule],
  controllers: [SitesController],
  providers: [SignInState, SiteAccounts],
  exports: [SiteAccounts],
})
export class SitesModule {}
