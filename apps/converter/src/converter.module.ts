import path from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { type Kit, workerJobRunner } from '#libs/service-kit';
import { ChatFileMaker } from './chat/chat-file-maker.js';
import { ChatFileHandler } from './chat/chat-file.handler.js';
import { ConvertHandler } from './convert/convert.handler.js';
import { FileMaker } from './convert/file-maker.js';
import { SpaceLedger } from './core/space-ledger.js';
import { type Worker, WORKER } from './core/tokens.js';
import { WorkFolder } from './core/work-folder.js';
import { ContactSheetHandler } from './contact-sheet/contact-sheet.handler.js';
import { LivePictureHandler } from './live-picture/live-picture.handler.js';
import { MediaProbe } from './probe/media-probe.service.js';
import { ProbeHandler } from './probe/probe.handler.js';
import { RepairHandler } from './repair/repair.handler.js';

/** Interval at which a conversion without space checks again; clean-up and operators need minutes to free space. */
const SPACE_CHECK_INTERVAL_MS = 30_000;

@Module({})
export class ConverterModule {
  static of({ config: { core } }: Kit<'converter'>): DynamicModule {
    const worker: Worker = {
      node: core.node,
      pid: process.pid,
      workDir: path.join(core.dataDir, 'work'),
      checkAgainMs: SPACE_CHECK_INTERVAL_MS,
    };
    return {
      module: ConverterModule,
      controllers: [
        ChatFileHandler,
        ContactSheetHandler,
        ConvertHandler,
        LivePictureHandler,
        ProbeHandler,
        RepairHandler,
      ],
      providers: [
        { provide: WORKER, useValue: worker },
        workerJobRunner({ name: core.node, pid: process.pid }),
        WorkFolder,
        SpaceLedger,
        FileMaker,
        ChatFileMaker,
        MediaProbe,
      ],
    };
  }
}
