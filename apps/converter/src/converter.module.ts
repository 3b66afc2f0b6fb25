import path from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { Bus } from '#libs/bus';
import { type Kit, Log, STORAGE, WorkerJobRunner } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { ChatFileMaker } from './chat/chat-file-maker.js';
import { ChatFileHandler } from './chat/chat-file.handler.js';
import { ConvertHandler } from './convert/convert.handler.js';
import { FileMaker } from './convert/file-maker.js';
import { SpaceLedger } from './core/space-ledger.js';
import { type Worker, WORKER } from './core/tokens.js';
import { WorkFolder } from './core/work-folder.js';
import { PictureHandler } from './picture/picture.handler.js';
import { MediaProbe } from './probe/media-probe.service.js';
import { ProbeHandler } from './probe/probe.handler.js';

/** How often a conversion that lacks space looks again: what frees space (clean-up, an operator) works in minutes. */
const CHECK_AGAIN_MS = 30_000;

@Module({})
export class ConverterModule {
  static of({ config: { core } }: Kit<'converter'>): DynamicModule {
    const worker: Worker = {
      node: core.node,
      pid: process.pid,
      workDir: path.join(core.dataDir, 'work'),
      checkAgainMs: CHECK_AGAIN_MS,
    };
    return {
      module: ConverterModule,
      controllers: [ChatFileHandler, ConvertHandler, PictureHandler, ProbeHandler],
      providers: [
        { provide: WORKER, useValue: worker },
        {
          provide: WorkerJobRunner,
          useFactory: (bus: Bus, storage: Storage, log: Log) =>
            new WorkerJobRunner({
              bus,
              storage,
              worker: { name: core.node, pid: process.pid },
              log: log.child('jobs'),
            }),
          inject: [Bus, STORAGE, Log],
        },
        WorkFolder,
        SpaceLedger,
        FileMaker,
        ChatFileMaker,
        MediaProbe,
      ],
    };
  }
}
