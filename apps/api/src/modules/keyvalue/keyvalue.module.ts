import { Module } from '@nestjs/common';
import { KeyValueController } from './keyvalue.controller.js';

@Module({ controllers: [KeyValueController] })
export class KeyValueModule {}
