import { Module } from '@nestjs/common';
import { LaterController } from './later.controller.js';

@Module({ controllers: [LaterController] })
export class LaterModule {}
