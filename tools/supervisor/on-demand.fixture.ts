import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { COMMAND_POLICY, connectBus, ConsumptionSwitch } from '#libs/bus';
import { convertJob, type Payload } from '#libs/contracts';
import { WorkerDemand } from '#libs/service-kit';

/**
 * Replaces two services of an installation, by ROLE: an api that reports which workers have work, and a converter whose
 * jobs last until the spec allows them to end. Each writes its actions into the file `notes` of DIR.
 */
const { DIR = '', ROLE = '', VODKEEP_NATS_URL: servers = '', VODKEEP_NATS_TOKEN: token = '' } = process.env;
const note = (text: string): void => {
  appendFileSync(join(DIR, 'notes'), `${text}\n`);
};
const bus = await connectBus({ servers, token, name: ROLE });
await bus.ensure();
let drain = (): Promise<void> => Promise.resolve();

if (ROLE === 'api') {
  const demand = new WorkerDemand(['converter'], {
    bus,
    report: (report) => {
      // Simulates reports that are always too late, from before there was work.
      const workersWithWork = existsSync(join(DIR, 'outdated')) ? [] : report.workersWithWork;
      process.send?.({ workersWithWork });
      note(`reported ${workersWithWork.join(',')}`);
    },
  });
  setInterval(() => {
    demand.check().catch(() => undefined); // the next check reports
  }, 50);
} else {
  const consumption = await bus.consume({
    stream: 'CMD',
    durable: 'cmd-convert',
    filter: 'cmd.convert.*',
    concurrency: 1,
    consumptionSwitch: new ConsumptionSwitch(),
    policy: COMMAND_POLICY,
    ackWaitMs: 1000,
    defOf: () => convertJob.command,
    handle: async (_, payload, { signal }) => {
      const { jobName } = payload as Payload<typeof convertJob.command>;
      note(`began ${jobName}`);
      while (!existsSync(join(DIR, `allowed-${jobName}`))) await pause(20, null, { signal });
      note(`ended ${jobName}`);
    },
  });
  drain = () => consumption.close();
}

const end = (): void => {
  void drain()
    .then(() => bus.close())
    .then(() => process.exit(0));
};
process.once('SIGTERM', end);
process.stdin.once('end', end).resume();
process.send?.({ ready: true });
