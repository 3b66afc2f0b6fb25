import { Keyring } from '#libs/service-kit';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { AuthModule } from '../modules/auth/auth.module.js';
import { SecretsModule } from '../secrets/secrets.module.js';
import { AnswerInterceptor } from './answer.interceptor.js';
import { ClockModule } from './clock.module.js';
import { ErrorFilter } from './error.filter.js';
import { MediaController } from './media.controller.js';
import { MediaSigner } from './media-signer.js';
import { OpenapiController } from './openapi/openapi.controller.js';
import { RouteCheck } from './route-check.js';
import { RouteGuard } from './route.guard.js';

/**
 * The door: guard, envelope, errors, media, documents. Needs DoorConfig, Keyring, MediaStore and MediaResolver from a
 * global module.
 */
@Module({
  imports: [AuthModule, ClockModule, DiscoveryModule, SecretsModule],
  controllers: [MediaController, OpenapiController],
  providers: [
    RouteCheck,
    {
      provide: MediaSigner,
      useFactory: (keyring: Keyring) => new MediaSigner(keyring.signingKeys('media-address')),
      inject: [Keyring],
    },
    { provide: APP_GUARD, useClass: RouteGuard },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [MediaSigner],
})
export class HttpModule {}
