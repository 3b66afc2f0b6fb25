import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.js';
import { VodsModule } from '../../vods/vods.module.js';
import { ChatController } from './chat.controller.js';
import { ChatService } from './chat.service.js';

@Module({ imports: [MediaModule, VodsModule], controllers: [ChatController], providers: [ChatService] })
export class ChatModule {}
