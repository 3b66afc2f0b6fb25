import { type DynamicModule, Module } from '@nestjs/common';
import { type Kit, workerJobRunner } from '#libs/service-kit';

/** Sends finished files to other places. It has no handlers yet: it starts, reports its health, and drains. */
@Module({})
export class ExporterModule {
  static of({ config: { core } }: Kit<'exporter'>): DynamicModule {
    return {
      module: ExporterModule,
      controllers: [],
      providers: [workerJobRunner({ name: core.node, pid: process.pid })],
    };
  }
}
