import { Module } from '@nestjs/common';
import { ClockModule } from '../../http/clock.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { Access } from './access.service.js';
import { AuthController } from './auth.controller.js';
import { FirstPassword } from './first-password.js';
import { OperatorRepository } from './operator.repository.js';
import { Operator } from './operator.service.js';
import { PasswordHash } from './password-hash.js';
import { SessionRepository } from './session.repository.js';
import { Sessions } from './sessions.service.js';

/** Who may come in. Needs DoorConfig and DataSource from a global module. */
@Module({
  imports: [ClockModule, SettingsModule],
  controllers: [AuthController],
  providers: [Access, Operator, OperatorRepository, PasswordHash, SessionRepository, Sessions, FirstPassword],
  exports: [Access, Operator, Sessions, PasswordHash],
})
export class AuthModule {}
