import { EVENTS } from '#libs/contracts';
import { UserError, untranslated } from '#libs/errors';
import { Keyring, type Kit, startService } from '#libs/service-kit';
import { AppModule } from './app.module.js';
import { backupFolder, DatabaseBackups } from './persistence/backup/database-backups.js';
import { buildDataSource, type Database } from './persistence/database/data-source.js';
import { migrate } from './persistence/database/migrate.js';
import { untilConnected } from './persistence/database/until-connected.js';
import { configureHttp } from './configure-http.js';
import { HttpConfig, httpConfig } from './platform/http-config.js';
import { StorageIdentity } from './platform/storage/storage-identity.js';
import { Scheduler } from './platform/scheduler/scheduler.js';
import { workflowSwitch } from './platform/messaging/leader-only-consumption.js';

type ApiKit = Kit<'api'>;

async function openDatabase(kit: ApiKit): Promise<Database> {
  const db = buildDataSource(kit.config.pg.url);
  await untilConnected(db, kit.log, kit.drain.signal);
  const backups = new DatabaseBackups(backupFolder(kit.config.core.dataDir));
  const { applied, unknown } = await migrate(db, async (migrations) => {
    kit.log.info('database backed up before its upgrade', { file: await backups.make(db, migrations) });
  });
  if (applied.length > 0) kit.log.info('database upgraded', { migrations: applied.length });
  if (unknown.length > 0)
    kit.log.info('a newer version of Vodkeep upgraded the database; this version can run on it', {
      migrations: unknown,
    });
  kit.drain.addLast({ name: 'postgres', run: () => db.destroy(), limitMs: 5_000 });
  return db;
}

function openKeyring({ config }: ApiKit): Keyring {
  if (config.secrets.keyring === null)
    throw new UserError(
      untranslated(
        'no-keyring',
        'No keyring is set, so secrets cannot be encrypted. Set VODKEEP_KEYRING_FILE. `npm start` creates this file.',
      ),
    );
  return Keyring.parse(config.secrets.keyring);
}

await startService({
  name: 'api',
  module: async (kit) =>
    AppModule.of({ db: await openDatabase(kit), keyring: openKeyring(kit), http: httpConfig(kit.config, kit.version) }),
  claims: () => ({ events: { group: 'workflows', defs: Object.values(EVENTS), consumptionSwitch: workflowSwitch } }),
  http: {
    listen: ({ config }) => ({ host: config.http.host, port: config.http.port }),
    options: { bodyParser: false },
    configure: (app) => {
      configureHttp(app, app.get(HttpConfig));
    },
  },
  started: async (app) => {
    await app.get(StorageIdentity, { strict: false }).begin();
    await app.get(Scheduler, { strict: false }).start();
  },
});
