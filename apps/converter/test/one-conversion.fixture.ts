import { type Bus } from '#libs/bus';
import { openStorage } from '#libs/storage';
import { SpaceLedger } from '../src/core/space-ledger.js';
import { WorkFolder } from '../src/core/work-folder.js';
import { Conversion } from '../src/convert/conversion.service.js';
import { FileMaker } from '../src/convert/file-maker.js';
import { Receipts } from '../src/core/receipts.js';
import { convert } from '#libs/contracts';

// A converter process that does one command and says its events on stdout: to be killed in the middle.
const [rootDir = '', workDir = '', command = ''] = process.argv.slice(2);
const bus: Pick<Bus, 'publish' | 'pulse' | 'onPulse'> = {
  publish: (def) => {
    process.stdout.write(`${def.name}\n`);
    return Promise.resolve({} as never);
  },
  pulse: () => undefined,
  onPulse: () => () => undefined,
};
const worker = { node: 'n', pid: process.pid, workDir, lookAgainMs: 1000 };
const storage = await openStorage({ kind: 'file', rootDir, sync: 'off' });
const work = new WorkFolder(worker);
await work.onModuleInit();
const conversion = new Conversion(
  bus,
  storage,
  worker,
  new FileMaker(storage, work),
  new Receipts(storage),
  new SpaceLedger(storage, work),
);
await conversion.run(convert.schema.parse(JSON.parse(command)), {
  attempt: 1,
  signal: new AbortController().signal,
  progress: () => undefined,
});
await work.onApplicationShutdown();
await storage.close();
