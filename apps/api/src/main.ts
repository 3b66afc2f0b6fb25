import { EVENTS } from '#libs/contracts';
import { OutsideError, UserError } from '#libs/errors';
import { Keyring, type Kit, startService } from '#libs/service-kit';
import { type INestApplicationContext } from '@nestjs/common';
import { AppModule } from './app.module.js';
import { doorConfig } from './core/core.module.js';
import { ServiceReports } from './core/service-reports.js';
import { buildDataSource, type Database } from './db/data-source.js';
import { migrate } from './db/migrate.js';
import { untilConnected } from './db/until-connected.js';
import { configureHttp } from './http/configure-http.js';
import { DoorConfig } from './http/door-config.js';
import { HouseStorage } from './house-storage/house-storage.js';
import { ChatFinishing } from './chat/chat-finishing.js';
import { LiveWatch } from './live-watch/live-watch.js';
import { SiteFacts } from './live-watch/site-facts.js';
import { LiveGaps } from './workflows/live-gaps.js';
import { DownloadRounds } from './modules/download/download-rounds.js';
import { GivenUpDownloads } from './modules/download/given-up-downloads.js';
import { JobService } from './modules/job/job.service.js';
import { LibraryLinks } from './modules/naming/library-links.js';
import { PushRounds } from './push/push-rounds.js';
import { AccountRounds } from './sites/account-rounds.js';
import { CouldNotRecord } from './watchdog/could-not-record.js';
import { DeadLetterBell } from './workflows/dead-letter-bell.js';
import { LiveSnapshots } from './workflows/live-snapshots.js';
import { Manifests } from './workflows/manifests.js';
import { LocalVideoRounds } from './modules/local-video/local-video-rounds.js';
import { SpaceRounds } from './modules/space/space-rounds.js';
import { FileWatch } from './modules/vod/file-watch.js';
import { Tasks } from './tasks/tasks.js';
import { Reconcile } from './workflows/reconcile.js';
import { Relay } from './workflows/relay.js';
import { Sweeper } from './workflows/sweeper.js';
import { workflowGate, WorkflowGate } from './workflows/workflow-gate.js';

type ApiKit = Kit<'api'>;

/** What runs beside the requests, in the order in which it is begun. */
const RUNNING = [
  AccountRounds,
  ServiceReports,
  LiveSnapshots,
  Relay,
  WorkflowGate,
  JobService,
  Reconcile,
  CouldNotRecord,
  LiveGaps,
  LiveWatch,
  PushRounds,
  SiteFacts,
  Manifests,
  LibraryLinks,
  Sweeper,
  DeadLetterBell,
  ChatFinishing,
  DownloadRounds,
  GivenUpDownloads,
  FileWatch,
  SpaceRounds,
  LocalVideoRounds,
  Tasks,
] as const;

async function openDatabase(kit: ApiKit): Promise<Database> {
  const db = buildDataSource(kit.config.pg.url);
  await untilConnected(db, kit.log, kit.drain.signal);
  const { applied, unknown } = await migrate(db);
  if (applied.length > 0) kit.log.info('the database was brought up to date', { migrations: applied.length });
  if (unknown.length > 0)
    kit.log.info('a newer version of Vodkeep upgraded the database; this version can run on it', {
      migrations: unknown,
    });
  kit.drain.addLast({ name: 'postgres', run: () => db.destroy(), limitMs: 5_000 });
  kit.health.add({
    name: 'postgres',
    run: async () => {
      await db.query('SELECT 1');
      return 'connected';
    },
    remedy: 'See whether PostgreSQL runs and its disk has space; Vodkeep reconnects by itself.',
  });
  return db;
}

/** Below this a long capture may fill the disk before the operator sees it (architecture 13, "Disk full"). */
const LOW_SPACE_BYTES = 5_000_000_000;

const lowSpace = (gb: string): OutsideError =>
  new OutsideError('low-space', `only ${gb} GB are free for recordings`, { data: { gb } });

function watchSpace({ health, storage }: ApiKit): void {
  health.add({
    name: 'disk',
    remedy: 'Delete VODs, shorten how long segments are kept, or give it more space.',
    run: async () => {
      const space = await storage.space();
      if (space && space.freeBytes < LOW_SPACE_BYTES) throw lowSpace((space.freeBytes / 1e9).toFixed(1));
      return space ? `${(space.freeBytes / 1e9).toFixed(0)} GB free` : 'not known for this storage';
    },
  });
}

/** Uploads and temporary files that a dead process left behind. */
const SWEEP_MS = 3_600_000;
function sweepStorage({ storage, drain, log }: ApiKit): void {
  const timer = setInterval(() => {
    storage.sweep().catch((thrown: unknown) => {
      log.failure('storage could not be swept', thrown);
    });
  }, SWEEP_MS);
  drain.signal.addEventListener('abort', () => {
    clearInterval(timer);
  });
}

function openKeyring({ config }: ApiKit): Keyring {
  if (config.secrets.keyring === null)
    throw new UserError(
      'no-keyring',
      'There is no key to seal secrets with. Set VODKEEP_KEYRING_FILE; `npm start` makes one.',
    );
  return Keyring.parse(config.secrets.keyring);
}

function begin(app: INestApplicationContext): void {
  for (const part of RUNNING) app.get<{ start(): void }>(part, { strict: false }).start();
}

await startService({
  name: 'api',
  module: async (kit) =>
    AppModule.of({ db: await openDatabase(kit), keyring: openKeyring(kit), door: doorConfig(kit.config, kit.version) }),
  claims: () => ({ events: { group: 'workflows', defs: Object.values(EVENTS), gate: workflowGate } }),
  http: {
    listen: ({ config }) => ({ host: config.http.host, port: config.http.port }),
    options: { bodyParser: false },
    configure: (app) => {
      configureHttp(app, app.get(DoorConfig));
    },
  },
  started: async (app, kit) => {
    await app.get(HouseStorage, { strict: false }).begin();
    watchSpace(kit);
    sweepStorage(kit);
    begin(app);
  },
});
