import { Keyring } from '#libs/service-kit';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { EnvelopeInterceptor } from './envelope.interceptor.js';
import { ErrorFilter } from './error.filter.js';
import { MediaSigner } from './media-signer.js';
import { RouteCheck } from './route-check.js';
import { ReadLargeJson } from './whole-body.js';

/** Features that all routes share: envelope, errors, signed URLs. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    RouteCheck,
    {
      provide: MediaSigner,
      useFactory: (keyring: Keyring) => new MediaSigner(keyring.signingKeys('media-address')),
      inject: [Keyring],
    },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ReadLargeJson },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [MediaSigner],
})
export class HttpModule {}
