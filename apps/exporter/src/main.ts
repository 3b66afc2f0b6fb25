import { startService } from '#libs/service-kit';
import { ExporterModule } from './exporter.module.js';

await startService({ name: 'exporter', module: (kit) => ExporterModule.of(kit) });
