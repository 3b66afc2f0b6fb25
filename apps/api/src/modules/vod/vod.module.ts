import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { NamingModule } from '../naming/naming.module.js';
import { BookmarkController } from '../bookmark/bookmark.controller.js';
import { Bookmarks } from '../bookmark/bookmarks.service.js';
import { SpaceModule } from '../space/space.module.js';
import { Archives } from './archives.js';
import { DeleteSegment } from './delete-segment.js';
import { DeleteVod } from './delete-vod.js';
import { Deletions } from './deletions.js';
import { EditVod } from './edit-vod.js';
import { FileFixes } from './file-fixes.js';
import { FileWatch } from './file-watch.js';
import { FixIssues } from './fix-issues.js';
import { QuickRefresh } from './quick-refresh.js';
import { RecordingFixes } from './recording-fixes.js';
import { RefreshMetadata } from './refresh-metadata.js';
import { VodActsController } from './vod-acts.controller.js';
import { VodController } from './vod.controller.js';
import { VodSearch } from './vod-search.repository.js';

/** VODs in the hands of the operator: edited, marked, put away, deleted, repaired. */
@Module({
  imports: [NamingModule, SpaceModule, WorkflowsModule],
  controllers: [BookmarkController, VodActsController, VodController],
  providers: [
    Archives,
    Bookmarks,
    DeleteSegment,
    DeleteVod,
    Deletions,
    EditVod,
    FileFixes,
    FileWatch,
    FixIssues,
    QuickRefresh,
    RecordingFixes,
    RefreshMetadata,
    VodSearch,
  ],
  exports: [DeleteVod, Deletions, FileWatch],
})
export class VodModule {}
