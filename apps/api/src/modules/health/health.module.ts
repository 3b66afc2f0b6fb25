import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { ServiceReports } from './service-reports.js';

@Module({ controllers: [HealthController], providers: [ServiceReports], exports: [ServiceReports] })
export class HealthModule {}
