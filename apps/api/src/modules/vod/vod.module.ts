import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { BookmarkController } from '../bookmark/bookmark.controller.js';
import { Bookmarks } from '../bookmark/bookmarks.service.js';
import { DeleteVod } from './delete-vod.js';
import { Deletions } from './deletions.js';
import { EditVod } from './edit-vod.js';
import { VodController } from './vod.controller.js';

/** VODs in the hands of the operator: edited, marked, put away, deleted, repaired. */
@Module({ imports: [WorkflowsModule], controllers: [BookmarkController, VodController], providers: [Bookmarks, DeleteVod, Deletions, EditVod], exports: [DeleteVod, Deletions] })
export class VodModule {}
