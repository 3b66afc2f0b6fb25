import { Module } from '@nestjs/common';

/** Sends finished files elsewhere. It has no target yet: it starts, says how it is, and drains. */
@Module({})
export class ExporterModule {}
