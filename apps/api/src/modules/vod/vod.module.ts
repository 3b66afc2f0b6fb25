import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { LibraryModule } from '../../library/library.module.js';
import { ProbeModule } from '../probe/probe.module.js';
import { RecordingsModule } from '../../recordings/recordings.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { ViewsModule } from '../../views/views.module.js';
import { VodsModule } from '../../vods/vods.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { Archives } from './archives.js';
import { DeleteFile } from './delete-file.js';
import { DeleteVod } from './delete-vod.js';
import { Deletions } from './deletions.js';
import { EditVod } from './edit-vod.js';
import { FileFixes } from './file-fixes.js';
import { MissingFiles } from './missing-files.js';
import { FixIssues } from './fix-issues.js';
import { QuickRefresh } from './quick-refresh.js';
import { RecordingFixes } from './recording-fixes.js';
import { RefreshMetadata } from './refresh-metadata.js';
import { TraceController } from './trace.controller.js';
import { VodActionsController } from './vod-actions.controller.js';
import { VodController } from './vod.controller.js';

/** VOD routes for the operator: edit, archive, delete, repair. */
@Module({
  imports: [
    JobsModule,
    LibraryModule,
    ProbeModule,
    RecordingsModule,
    SettingsModule,
    ViewsModule,
    VodsModule,
    WorkflowsModule,
  ],
  controllers: [TraceController, VodActionsController, VodController],
  providers: [
    Archives,
    DeleteFile,
    DeleteVod,
    Deletions,
    EditVod,
    FileFixes,
    MissingFiles,
    FixIssues,
    QuickRefresh,
    RecordingFixes,
    RefreshMetadata,
  ],
  exports: [DeleteVod, Deletions, MissingFiles],
})
export class VodModule {}
