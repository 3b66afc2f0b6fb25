import { type Bus } from '#libs/bus';
import { convertJob } from '#libs/contracts';
import { Log, WorkerJobRunner } from '#libs/service-kit';
import { openStorage } from '#libs/storage';
import { ConvertHandler } from '../src/convert/convert.handler.js';
import { FileMaker } from '../src/convert/file-maker.js';
import { SpaceLedger } from '../src/core/space-ledger.js';
import { WorkFolder } from '../src/core/work-folder.js';

// A converter process that runs one command and prints its events to stdout, so that a test can kill it in the middle.
const [rootDir = '', workDir = '', command = ''] = process.argv.slice(2);
const bus: Pick<Bus, 'publish' | 'pulse' | 'onPulse'> = {
  publish: (def) => {
    process.stdout.write(`${def.name}\n`);
    return Promise.resolve({} as never);
  },
  pulse: () => undefined,
  onPulse: () => () => undefined,
};
const worker = { node: 'n', pid: process.pid, workDir, checkAgainMs: 1000 };
const storage = await openStorage({ kind: 'file', rootDir, sync: 'off' });
const work = new WorkFolder(worker);
await work.onModuleInit();
const log = new Log({ service: 'converter', node: 'n', pid: process.pid }, 'child', () => undefined);
const handler = new ConvertHandler(
  new WorkerJobRunner({ bus, storage, worker: { name: 'n', pid: process.pid }, log }),
  new FileMaker(storage, work),
  new SpaceLedger(storage, work),
  storage,
  worker,
);
await handler.run(convertJob.command.schema.parse(JSON.parse(command)), {
  attempt: 1,
  signal: new AbortController().signal,
  progress: () => undefined,
});
await work.onApplicationShutdown();
await storage.close();
