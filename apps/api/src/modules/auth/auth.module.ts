import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { Access } from './access.service.js';
import { AuthController } from './auth.controller.js';
import { FirstPassword } from './first-password.js';
import { KnownDevices } from './known-devices.js';
import { LinkEpoch } from './link-epoch.js';
import { LoginHistory } from './login-history.js';
import { LoginLimit } from './login-limit.js';
import { FirstPasswordCode } from './first-password-code.js';
import { OpenAnswers } from './open-answers.js';
import { Operator } from './operator.service.js';
import { PasswordHash } from './password-hash.js';
import { PlayerLinks } from './player-links.service.js';
import { RouteGuard } from './route.guard.js';
import { SecurityController } from './security.controller.js';
import { Sessions } from './sessions.service.js';
import { APP_GUARD } from '@nestjs/core';

/** Authentication and access control. */
@Module({
  imports: [HttpModule, SettingsModule],
  controllers: [AuthController, SecurityController],
  providers: [
    Access,
    FirstPassword,
    FirstPasswordCode,
    LinkEpoch,
    KnownDevices,
    LoginHistory,
    LoginLimit,
    OpenAnswers,
    Operator,
    PasswordHash,
    PlayerLinks,
    { provide: APP_GUARD, useClass: RouteGuard },
    Sessions,
  ],
  exports: [Access, PlayerLinks, Sessions],
})
export class AuthModule {}
