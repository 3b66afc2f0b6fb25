import { COMMANDS } from '#libs/contracts';
import { startService } from '#libs/service-kit';
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
      { def: COMMANDS.convert, concurrency: config.converter.parallel },
      { def: COMMANDS.picture, concurrency: 1 },
      { def: COMMANDS.chatFinish, concurrency: 1 },
      { def: COMMANDS.probe, concurrency: 1 },
    ],
  }),
});
