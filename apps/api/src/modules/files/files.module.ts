import { Module } from '@nestjs/common';
import { FilesController } from './files.controller.js';
import { Files } from './files.service.js';

@Module({ controllers: [FilesController], providers: [Files] })
export class FilesModule {}
