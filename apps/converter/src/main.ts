import { chatFileJob, COMMANDS, contactSheetJob, convertJob, repairJob } from '#libs/contracts';
import { claimJob, startService } from '#libs/service-kit';
import { ConverterModule } from './converter.module.js';
import { ffmpegCheck } from './health-checks.js';

await startService({
  name: 'converter',
  module: (kit) => {
    kit.health.add(ffmpegCheck);
    return ConverterModule.of(kit);
  },
  claims: ({ config }) => ({
    commands: [
      claimJob(convertJob, config.converter.parallel),
      claimJob(chatFileJob, 1),
      claimJob(contactSheetJob, 1),
      claimJob(repairJob, 1),
      { def: COMMANDS.picture, concurrency: 1 },
      { def: COMMANDS.probe, concurrency: 1 },
    ],
  }),
});
