import { Module } from '@nestjs/common';
import { KeyCheck } from './key-check.js';
import { SecretRepository } from './secret.repository.js';

/** Needs Keyring and DataSource from a global module. Named sealed texts; a wrong keyring ends the start. */
@Module({ providers: [KeyCheck, SecretRepository], exports: [SecretRepository] })
export class SecretsModule {}
