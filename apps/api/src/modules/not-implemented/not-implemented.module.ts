import { Module } from '@nestjs/common';
import { NotImplementedController } from './not-implemented.controller.js';

@Module({ controllers: [NotImplementedController] })
export class NotImplementedModule {}
