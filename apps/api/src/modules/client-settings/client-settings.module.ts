import { Module } from '@nestjs/common';
import { ClientSettingsController } from './client-settings.controller.js';

@Module({ controllers: [ClientSettingsController] })
export class ClientSettingsModule {}
