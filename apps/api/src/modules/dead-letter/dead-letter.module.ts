import { Module } from '@nestjs/common';
import { ViewsModule } from '../../views/views.module.js';
import { DeadLetterController } from './dead-letter.controller.js';

@Module({ imports: [ViewsModule], controllers: [DeadLetterController] })
export class DeadLetterModule {}
