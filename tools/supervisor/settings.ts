import { z } from 'zod';
import { coreSection, defineConfig, loadConfig, SERVICES, supervisorSection } from '#libs/config';
import type { InstallationOptions } from './installation-options.js';
import type { Arguments } from './arguments.js';

/** Parts that the operator runs himself. If set, Vodkeep uses them and does not start its own. */
const externalSection = defineConfig({
  pgUrl: { env: 'VODKEEP_PG_URL', schema: z.string(), default: null, unit: 'URL', doc: '', secret: true },
  natsUrl: { env: 'VODKEEP_NATS_URL', schema: z.string(), default: null, unit: 'URL', doc: '' },
});

/**
 * The operator's settings. Arguments override the environment, which overrides the settings file. Also reads the
 * settings of the services, so that all errors are reported before anything is created.
 * @throws UserError `config`: all invalid settings in one line
 */
export function installationOptions(
  { dataDir, port, moveDamagedDatabase, restore }: Arguments,
  env: NodeJS.ProcessEnv,
): InstallationOptions & { readonly umask: number } {
  const merged = {
    ...env,
    ...(dataDir === undefined ? {} : { VODKEEP_DATA: dataDir }),
    ...(port === undefined ? {} : { VODKEEP_PORT: port }),
  };
  const { core, http, storage, supervisor, external } = loadConfig(merged, {
    core: coreSection,
    http: SERVICES.api.http,
    storage: SERVICES.api.storage,
    recorder: SERVICES.recorder.recorder,
    converter: SERVICES.converter.converter,
    supervisor: supervisorSection,
    external: externalSection,
  });
  const hasStorageDir = (env['VODKEEP_STORAGE_DIR'] ?? '') !== '';
  return {
    dataDir: core.dataDir,
    port: http.port,
    ballastMb: supervisor.ballastMb,
    host: http.host,
    basepath: http.basepath,
    moveDamagedDatabase,
    ...(restore === undefined ? {} : { restore }),
    recorders: supervisor.recorders,
    umask: supervisor.umask,
    ...(supervisor.workerQuietS > 0
      ? { onDemand: { workers: ['converter', 'exporter'], quietMs: supervisor.workerQuietS * 1000 } }
      : {}),
    storage: storage.kind,
    ...(hasStorageDir ? { storageDir: storage.dir } : {}),
    external: {
      s3: storage.kind === 's3',
      ...(external.pgUrl === null ? {} : { pgUrl: external.pgUrl }),
      ...(external.natsUrl === null ? {} : { natsUrl: external.natsUrl }),
    },
  };
}
