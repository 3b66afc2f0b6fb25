import { type ApiConfig } from '#libs/config';
import { Providers, SiteAddresses } from '#libs/providers';
import { CONFIG, Keyring } from '#libs/service-kit';
import { Module } from '@nestjs/common';
import { AccountCheck } from './account-check.js';
import { AccountVault } from './account-vault.js';
import { SitePictures } from './site-pictures.js';
import { Sites } from './sites.js';
import { SourceAddresses } from './source-addresses.js';
import { SourceAddressSealing } from './source-address-sealing.js';
import { SOURCE_PURPOSE } from './source-credentials.js';
import { SOURCE_SEALER } from './tokens.js';

/** The sites that Vodkeep supports, with their accounts and images. */
@Module({
  providers: [
    AccountCheck,
    AccountVault,
    SitePictures,
    Sites,
    SourceAddresses,
    SourceAddressSealing,
    {
      provide: Providers,
      useFactory: ({ sites }: ApiConfig, vault: AccountVault) =>
        new Providers({ sites: new SiteAddresses(sites.pattern), account: (kind) => vault.store(kind) }),
      inject: [CONFIG, AccountVault],
    },
    {
      provide: SOURCE_SEALER,
      useFactory: (keyring: Keyring) => keyring.purpose(SOURCE_PURPOSE),
      inject: [Keyring],
    },
  ],
  exports: [AccountVault, Providers, SitePictures, Sites, SourceAddresses, SOURCE_SEALER],
})
export class SiteRegistryModule {}
