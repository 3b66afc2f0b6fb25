import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { NamingModule } from '../naming/naming.module.js';
import { BookmarkController } from '../bookmark/bookmark.controller.js';
import { Bookmarks } from '../bookmark/bookmarks.service.js';
import { Archives } from './archives.js';
import { DeleteSegment } from './delete-segment.js';
import { DeleteVod } from './delete-vod.js';
import { Deletions } from './deletions.js';
import { EditVod } from './edit-vod.js';
import { FileWatch } from './file-watch.js';
import { VodActsController } from './vod-acts.controller.js';
import { VodController } from './vod.controller.js';

/** VODs in the hands of the operator: edited, marked, put away, deleted, repaired. */
@Module({ imports: [NamingModule, WorkflowsModule], controllers: [BookmarkController, VodActsController, VodController], providers: [Archives, Bookmarks, DeleteSegment, DeleteVod, Deletions, EditVod, FileWatch], exports: [DeleteVod, Deletions, FileWatch] })
export class VodModule {}
