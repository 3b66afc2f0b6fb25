import { Module } from '@nestjs/common';
import { VodsModule } from '../../vods/vods.module.js';
import { BookmarkController } from './bookmark.controller.js';
import { Bookmarks } from './bookmarks.service.js';

@Module({ imports: [VodsModule], controllers: [BookmarkController], providers: [Bookmarks] })
export class BookmarkModule {}
