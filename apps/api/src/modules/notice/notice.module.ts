import { Module } from '@nestjs/common';
import { NoticeController } from './notice.controller.js';

@Module({ controllers: [NoticeController] })
export class NoticeModule {}
