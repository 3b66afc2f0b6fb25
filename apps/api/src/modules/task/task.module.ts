import { Module } from '@nestjs/common';
import { TaskController } from './task.controller.js';

@Module({ controllers: [TaskController] })
export class TaskModule {}
