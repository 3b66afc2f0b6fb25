import { type Bus } from '#libs/bus';
import { english, type Message, message } from '#libs/messages';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { type Delivered, Log, WorkerJobRunner } from '#libs/service-kit';
import { openStorage, type OpenStorage } from '#libs/storage';
import { type RecorderIdentity } from '../src/core/tokens.js';

/** What a program of {@link Deliveries} needs to handle its one delivery like the recorder. */
export interface DeliveryProcess {
  /** The payload of the command. */
  readonly command: unknown;
  readonly option: string;
  readonly delivered: Delivered;
  readonly storage: OpenStorage;
  readonly providers: Providers;
  readonly runner: WorkerJobRunner;
  readonly bus: PrintingBus;
  readonly identity: RecorderIdentity;
  readonly log: Log;
}
type PrintingBus = Pick<Bus, 'publish' | 'pulse' | 'onPulse'>;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Prints the name of each event and the note of each pulse. A line of input cancels the job. */
const printingBus = {
  publish: (def: { readonly name: string }) => {
    print(def.name);
    return Promise.resolve({ outcome: 'stored' });
  },
  pulse: (_def: unknown, { note }: { readonly note: Message | null }) => {
    if (note !== null) print(english(note));
  },
  onPulse: (_def: unknown, _key: string, handler: (cancel: { readonly reason: Message }) => void) => {
    process.stdin.once('data', () => {
      handler({ reason: message('job.stopped') });
    });
    return () => undefined;
  },
} as unknown as PrintingBus;

/** Reads the arguments that {@link Deliveries} passes, and opens storage. */
export async function openDelivery(): Promise<DeliveryProcess> {
  const [rootDir = '', sites = '', command = '', option = ''] = process.argv.slice(2);
  const identity: RecorderIdentity = { name: 'n/0', node: 'n', pid: process.pid, process: 'P', slots: 1 };
  const log = new Log({ service: 'recorder', node: identity.node, pid: identity.pid }, 'child', () => undefined);
  const storage = await openStorage({ kind: 'file', rootDir, sync: 'off' });
  return {
    command: JSON.parse(command) as unknown,
    option,
    delivered: { attempt: 1, signal: new AbortController().signal, progress: () => undefined },
    storage,
    providers: new Providers({ sites: new SiteAddresses(sites), account: () => NO_ACCOUNT }),
    runner: new WorkerJobRunner({ bus: printingBus, storage, worker: identity, log }),
    bus: printingBus,
    identity,
    log,
  };
}

/** Ends the process although its input is still open. */
export async function endDelivery({ storage }: DeliveryProcess): Promise<void> {
  await storage.close();
  process.exit(0);
}
