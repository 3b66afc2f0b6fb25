import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { Access } from './access.service.js';
import { AuthController } from './auth.controller.js';
import { FirstPassword } from './first-password.js';
import { Operator } from './operator.service.js';
import { PasswordHash } from './password-hash.js';
import { RouteGuard } from './route.guard.js';
import { Sessions } from './sessions.service.js';
import { APP_GUARD } from '@nestjs/core';

/** Authentication and access control. */
@Module({
  imports: [HttpModule, SettingsModule],
  controllers: [AuthController],
  providers: [Access, FirstPassword, Operator, PasswordHash, { provide: APP_GUARD, useClass: RouteGuard }, Sessions],
  exports: [Access, Sessions],
})
export class AuthModule {}
