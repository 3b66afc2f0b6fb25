import { resolve } from 'node:path';
import { z } from 'zod';
import { defineConfig, REQUIRED } from './setting.js';

/** A TCP port; 0 means "any free one" if the documentation of the setting says so. */
const port = z
  .string()
  .regex(/^\d+$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .pipe(z.number().max(65_535, 'must be a number from 0 to 65535'));

/** A whole number in a closed range. */
const count = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d+$/, message).transform(Number).pipe(z.number().min(min, message).max(max, message));
};

const flag = z.enum(['0', '1', 'true', 'false'], 'must be 0 or 1').transform((text) => text === '1' || text === 'true');

/** A path on this machine; a relative path is resolved against the working directory. */
const path = z
  .string()
  .min(1, 'must be a path')
  .refine((text) => !text.includes('\0'), 'must be a path')
  .transform((text) => resolve(text));

const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** `''` or `/a/b`: one leading slash, no trailing slash. */
const basepath = z
  .string()
  .transform((text) => text.replace(/\/+$/, ''))
  .pipe(z.string().regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be empty or look like /vodkeep'));

const hostNames = z
  .string()
  .transform((text) => text.split(',').flatMap((name) => name.trim().toLowerCase() || []))
  .pipe(
    z.array(z.string().regex(/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/, 'must be names like vodkeep.lan, without a port')),
  );

/** Settings of every service. */
export const coreSection = defineConfig({
  dataDir: {
    env: 'VODKEEP_DATA',
    schema: path,
    default: './data',
    unit: 'path',
    doc: 'Folder of all data of Vodkeep: database, messages, media, keys.',
  },
  node: {
    env: 'VODKEEP_NODE',
    schema: z.string().regex(/^[A-Za-z0-9._-]+$/, 'may contain letters, digits, dots, dashes and underscores'),
    unit: '',
    default: { from: (_read, machine) => machine.hostname.replaceAll(/[^A-Za-z0-9._-]/g, '-'), text: 'host name' },
    doc: 'Name of this machine. It must stay the same across restarts, because a recorder uses it to resume its captures.',
  },
  logLevel: {
    env: 'VODKEEP_LOG_LEVEL',
    schema: z.enum(['debug', 'info', 'warn', 'error']),
    default: 'info',
    unit: '',
    doc: 'Lowest level that is logged.',
  },
  healthPort: {
    env: 'VODKEEP_HEALTH_PORT',
    schema: port,
    default: '0',
    unit: 'TCP port',
    doc: 'Port of the health endpoint. 0 chooses a free port.',
  },
  healthHost: {
    env: 'VODKEEP_HEALTH_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    unit: 'address',
    doc: 'Address that the health endpoint listens on. A cluster needs 0.0.0.0 for its probes.',
  },
  stdinGuard: {
    env: 'VODKEEP_STDIN_GUARD',
    schema: flag,
    default: '0',
    unit: '',
    doc: 'Shut down when stdin closes. The supervisor sets it, so that no service outlives the supervisor.',
  },
});

/** Connection to NATS. */
export const natsSection = defineConfig({
  url: {
    env: 'VODKEEP_NATS_URL',
    schema: z.string().regex(/^(nats|tls):\/\/\S+$/, 'must look like nats://host:4222'),
    default: 'nats://127.0.0.1:4222',
    unit: 'URL',
    doc: 'NATS servers (2.11 or newer, with JetStream), separated by commas.',
  },
  token: {
    env: 'VODKEEP_NATS_TOKEN',
    schema: z.string().min(1),
    default: null,
    unit: '',
    doc: 'Token for NATS.',
    secret: true,
  },
  replicas: {
    env: 'VODKEEP_NATS_REPLICAS',
    schema: z.coerce.number().pipe(z.union([z.literal(1), z.literal(3), z.literal(5)])),
    default: '1',
    unit: 'copies',
    doc: 'Copies of each stream: 1 on one machine, 3 on a cluster.',
  },
});

/** Storage of the media. Fields of the other driver are ignored. */
export const storageSection = defineConfig({
  kind: {
    env: 'VODKEEP_STORAGE',
    schema: z.enum(['file', 's3']),
    default: 'file',
    unit: '',
    doc: 'Storage driver for the media: a folder, or an S3 service such as MinIO.',
  },
  dir: {
    env: 'VODKEEP_STORAGE_DIR',
    schema: path,
    default: { from: (read) => `${read('VODKEEP_DATA')}/storage`, text: '<VODKEEP_DATA>/storage' },
    unit: 'path',
    doc: 'Root folder of the file driver. It contains `store/` and `library/`, which must be on one file system.',
  },
  sync: {
    env: 'VODKEEP_STORAGE_SYNC',
    schema: z.enum(['off', 'batched', 'each']),
    default: 'batched',
    unit: '',
    doc: 'When the file driver flushes folders. `batched` means every 5 s: a power cut loses at most 5 s.',
  },
  s3Endpoint: {
    env: 'VODKEEP_S3_ENDPOINT',
    schema: url,
    default: null,
    unit: 'URL',
    doc: 'Address of the S3 service. Required with VODKEEP_STORAGE=s3.',
  },
  s3Bucket: {
    env: 'VODKEEP_S3_BUCKET',
    schema: z.string().min(3).max(63),
    default: 'vodkeep',
    unit: '',
    doc: 'Bucket of the S3 service.',
  },
  s3Region: {
    env: 'VODKEEP_S3_REGION',
    schema: z.string().min(1),
    default: 'us-east-1',
    unit: '',
    doc: 'Region of the S3 service.',
  },
  s3AccessKey: {
    env: 'VODKEEP_S3_ACCESS_KEY',
    schema: z.string().min(1),
    default: null,
    unit: '',
    doc: 'Access key of the S3 service.',
    secret: true,
  },
  s3SecretKey: {
    env: 'VODKEEP_S3_SECRET_KEY',
    schema: z.string().min(1),
    default: null,
    unit: '',
    doc: 'Secret key of the S3 service.',
    secret: true,
  },
});

/** PostgreSQL; only the API has it (ARCHITECTURE.md, "One writer"). */
export const pgSection = defineConfig({
  url: {
    env: 'VODKEEP_PG_URL',
    schema: z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgres://user:password@host:5432/vodkeep'),
    default: REQUIRED,
    unit: 'URL',
    doc: 'PostgreSQL database of the api service.',
    secret: true,
  },
});

/** HTTP: page, API and websocket. */
export const httpSection = defineConfig({
  port: { env: 'VODKEEP_PORT', schema: port, default: '8080', unit: 'TCP port', doc: 'Port of the page and the API.' },
  host: {
    env: 'VODKEEP_HOST',
    schema: z.string().min(1),
    default: '0.0.0.0',
    unit: 'address',
    doc: 'Address that the page and the API listen on.',
  },
  basepath: {
    env: 'VODKEEP_BASEPATH',
    schema: basepath,
    default: '',
    unit: 'path',
    doc: 'Path prefix of the page, the API and the websocket behind a proxy, such as /vodkeep. Empty for none.',
  },
  webDir: {
    env: 'VODKEEP_WEB_DIR',
    schema: path,
    default: './dist/web',
    unit: 'path',
    doc: 'Folder of the built web page.',
  },
  trustProxy: {
    env: 'VODKEEP_TRUST_PROXY',
    schema: count(0, 10),
    default: '0',
    unit: 'proxies',
    doc: 'Number of reverse proxies in front of Vodkeep whose X-Forwarded-For header is trusted. 0 trusts none.',
  },
  hostNames: {
    env: 'VODKEEP_HOST_NAMES',
    schema: hostNames,
    default: '',
    unit: 'names',
    doc: 'Names by which browsers may reach Vodkeep, separated by commas. IP addresses, localhost and the public address of the settings always work. Empty for any name.',
  },
  filesApi: {
    env: 'VODKEEP_FILES_API',
    schema: flag,
    default: { from: (read) => read('TCD_ENABLE_FILES_API') || '0', text: "v0's TCD_ENABLE_FILES_API, else 0" },
    unit: '',
    doc: 'Allows a logged-in operator to list and delete files in the library folder and logs (GET and DELETE /api/v0/files).',
  },
  password: {
    env: 'VODKEEP_PASSWORD',
    schema: z.string().min(1),
    default: null,
    unit: '',
    doc: 'First password of the operator. It is used once, when no password is stored yet.',
    secret: true,
  },
});

/** Keys for the encryption of secrets. */
export const secretSection = defineConfig({
  keyring: {
    env: 'VODKEEP_KEYRING',
    schema: z.string().min(1),
    default: null,
    unit: '',
    doc: 'Keyring that encrypts stored secrets: the first key encrypts, all keys decrypt. Without it the secrets are lost. `npm start` creates <VODKEEP_DATA>/secret.key.',
    secret: true,
  },
});

/** Access to the sites. */
export const sitesSection = defineConfig({
  pattern: {
    env: 'VODKEEP_SITES',
    schema: z.string().regex(/^https?:\/\/\S*\{host\}\S*$/, 'must look like https://{host}'),
    default: 'https://{host}',
    unit: 'URL pattern',
    doc: 'Address of the streaming sites; {host} stands for the host name of the site. Change it only to use your own gateway.',
  },
});

export const recorderSection = defineConfig({
  name: {
    env: 'VODKEEP_RECORDER_NAME',
    schema: z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'must look like <node>/<number>'),
    unit: '',
    default: { from: (read) => `${read('VODKEEP_NODE')}/0`, text: '<VODKEEP_NODE>/0' },
    doc: 'Name of this recorder process. The part before the slash is the node.',
  },
  slots: {
    env: 'VODKEEP_RECORDER_SLOTS',
    schema: count(1, 256),
    default: '32',
    unit: 'captures',
    doc: 'Number of captures that this process runs at once.',
  },
  isolated: {
    env: 'VODKEEP_RECORDER_ISOLATED',
    schema: count(1, 64),
    default: null,
    unit: 'number',
    doc: 'Number of this recorder among the isolated ones, from 1. It records only captures whose recorder died and that the API gives to this number. `npm start` sets it.',
  },
  spoolDir: {
    env: 'VODKEEP_SPOOL_DIR',
    schema: path,
    default: { from: (read) => `${read('VODKEEP_DATA')}/spool`, text: '<VODKEEP_DATA>/spool' },
    unit: 'path',
    doc: 'Folder where segments wait while storage is unavailable.',
  },
  spoolMaxMb: {
    env: 'VODKEEP_SPOOL_MAX_MB',
    schema: count(0, 1_048_576),
    default: '4096',
    unit: 'MB',
    doc: 'Maximum size of the spool. Segments that do not fit are recorded as a gap.',
  },
});

export const converterSection = defineConfig({
  parallel: {
    env: 'VODKEEP_CONVERTERS_PARALLEL',
    schema: count(1, 64),
    default: '1',
    unit: 'jobs',
    doc: 'Number of jobs that this converter runs at once.',
  },
});

/** Coordination of the API and the supervisor for on-demand workers. */
export const workersSection = defineConfig({
  onDemand: {
    env: 'VODKEEP_ON_DEMAND',
    schema: z
      .string()
      .transform((text) => text.split(',').filter((name) => name !== ''))
      .pipe(z.array(z.enum(['converter', 'exporter'], 'must be converter, exporter, or both with a comma'))),
    default: '',
    unit: '',
    doc: 'Workers that run only while there is work for them, separated by commas. The supervisor of `npm start` sets it.',
  },
  isolatedRecorders: {
    env: 'VODKEEP_ISOLATED_RECORDERS',
    schema: count(0, 64),
    default: '0',
    unit: 'processes',
    doc: 'Number of isolated recorders. Captures whose recorder died continue in them until the one that kills is known. 0: they return to the other recorders. The supervisor of `npm start` sets it.',
  },
});

/** Folders of the control data, whose disks the API watches. */
export const controlSection = defineConfig({
  databaseDir: {
    env: 'VODKEEP_DATABASE_DIR',
    schema: path,
    default: null,
    unit: 'path',
    doc: 'Folder of the database, if it is on this machine. The API watches the free space of its disk. The supervisor of `npm start` sets it.',
  },
  messagesDir: {
    env: 'VODKEEP_MESSAGES_DIR',
    schema: path,
    default: null,
    unit: 'path',
    doc: 'Folder of the messages (JetStream), if it is on this machine. The API watches the free space of its disk. The supervisor of `npm start` sets it.',
  },
});

/** The nightly self-test. */
export const selfTestSection = defineConfig({
  host: {
    env: 'VODKEEP_SELF_TEST_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    unit: 'address',
    doc: 'Address of this API under which recorders reach it during a self-test. A cluster needs the address of the pod. The port is a free one, and only the stream of the self-test is there.',
  },
});

/** Only the supervisor of `npm start` reads it. */
export const supervisorSection = defineConfig({
  recorders: {
    env: 'VODKEEP_RECORDERS',
    schema: count(1, 64),
    default: '1',
    unit: 'processes',
    doc: 'Number of recorder processes that `npm start` runs.',
  },
  workerQuietS: {
    env: 'VODKEEP_WORKER_QUIET_S',
    schema: count(0, 86_400),
    default: '120',
    unit: 's',
    doc: 'The converter and the exporter start when there is work for them, and stop after this time without work. 0: they always run.',
  },
  ballastMb: {
    env: 'VODKEEP_BALLAST_MB',
    schema: count(0, 1_048_576),
    default: '1024',
    unit: 'MB',
    doc: 'Size of the file that keeps space for the database and the messages: `npm start` deletes it when their disk is almost full, and creates it again when there is space. At most a tenth of the free space. 0: none.',
  },
  umask: {
    env: 'VODKEEP_UMASK',
    schema: z
      .string()
      .regex(/^0?[0-7]{3}$/, 'must be an octal mask such as 022')
      .transform((text) => Number.parseInt(text, 8)),
    default: '022',
    unit: 'octal mask',
    doc: 'Mask of the permissions of new files. With 022, a media server that runs as another user can read the library. With 077, no other user can.',
  },
});
