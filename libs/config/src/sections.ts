import { resolve } from 'node:path';
import { z } from 'zod';
import { defineConfig, REQUIRED } from './setting.js';

/** A TCP port; 0 means "any free one" where the document says so. */
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

/** A path of this machine, made absolute against the working directory. */
const path = z
  .string()
  .min(1, 'must be a path')
  .refine((text) => !text.includes('\0'), 'must be a path')
  .transform((text) => resolve(text));

const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** `''` or `/a/b`: one slash in front, none behind. */
const basepath = z
  .string()
  .transform((text) => text.replace(/\/+$/, ''))
  .pipe(z.string().regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be empty or look like /vodkeep'));

/** Settings of every service. */
export const coreSection = defineConfig({
  dataDir: {
    env: 'VODKEEP_DATA',
    schema: path,
    default: './data',
    unit: 'path',
    doc: 'Folder for everything Vodkeep keeps: database, messages, media, keys.',
  },
  node: {
    env: 'VODKEEP_NODE',
    schema: z.string().regex(/^[A-Za-z0-9._-]+$/, 'may hold letters, digits, dot, dash and underscore'),
    unit: '',
    default: { from: (_read, machine) => machine.hostname.replaceAll(/[^A-Za-z0-9._-]/g, '-'), text: 'host name' },
    doc: 'Name of this machine. It must stay the same over restarts: a recorder takes its own captures back by it.',
  },
  logLevel: {
    env: 'VODKEEP_LOG_LEVEL',
    schema: z.enum(['debug', 'info', 'warn', 'error']),
    default: 'info',
    unit: '',
    doc: 'Least level that is logged.',
  },
  healthPort: {
    env: 'VODKEEP_HEALTH_PORT',
    schema: port,
    default: '0',
    unit: 'TCP port',
    doc: 'Port of the health answer. 0 takes a free one.',
  },
  healthHost: {
    env: 'VODKEEP_HEALTH_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    unit: 'address',
    doc: 'Address the health answer listens on. A cluster sets 0.0.0.0 for its probes.',
  },
  stdinGuard: {
    env: 'VODKEEP_STDIN_GUARD',
    schema: flag,
    default: '0',
    unit: '',
    doc: 'Drain and end when stdin closes. The supervisor sets it, so that no service outlives it.',
  },
});

/** How to reach NATS. */
export const natsSection = defineConfig({
  url: {
    env: 'VODKEEP_NATS_URL',
    schema: z.string().regex(/^(nats|tls):\/\/\S+$/, 'must look like nats://host:4222'),
    default: 'nats://127.0.0.1:4222',
    unit: 'URL',
    doc: 'NATS servers (2.11 or newer, JetStream on), several parted by commas.',
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

/** Where media is kept. Fields of the driver that is not chosen are ignored. */
export const storageSection = defineConfig({
  kind: {
    env: 'VODKEEP_STORAGE',
    schema: z.enum(['file', 's3']),
    default: 'file',
    unit: '',
    doc: 'Driver that keeps the media: a folder, or an S3 service such as MinIO.',
  },
  dir: {
    env: 'VODKEEP_STORAGE_DIR',
    schema: path,
    default: { from: (read) => `${read('VODKEEP_DATA')}/storage`, text: '<VODKEEP_DATA>/storage' },
    unit: 'path',
    doc: 'Root of the file driver. It holds `store/` and `library/`, which must be on one file system.',
  },
  sync: {
    env: 'VODKEEP_STORAGE_SYNC',
    schema: z.enum(['off', 'batched', 'each']),
    default: 'batched',
    unit: '',
    doc: 'When folders of the file driver are flushed: batched means every 5 s, so a power cut costs at most that.',
  },
  s3Endpoint: {
    env: 'VODKEEP_S3_ENDPOINT',
    schema: url,
    default: null,
    unit: 'URL',
    doc: 'Address of the S3 service. Needed with VODKEEP_STORAGE=s3.',
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

/** PostgreSQL; only api has it (ARCHITECTURE.md, "One writer"). */
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

/** The door to the outside: page, API and socket. */
export const httpSection = defineConfig({
  port: { env: 'VODKEEP_PORT', schema: port, default: '8080', unit: 'TCP port', doc: 'Port of the page and the API.' },
  host: {
    env: 'VODKEEP_HOST',
    schema: z.string().min(1),
    default: '0.0.0.0',
    unit: 'address',
    doc: 'Address the page and the API listen on.',
  },
  basepath: {
    env: 'VODKEEP_BASEPATH',
    schema: basepath,
    default: '',
    unit: 'path',
    doc: 'Prefix of page, API and socket behind a proxy, such as /vodkeep. Empty for none.',
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
    doc: 'How many reverse proxies stand in front and may say who the caller is (X-Forwarded-For). 0 believes none.',
  },
  filesApi: {
    env: 'VODKEEP_FILES_API',
    schema: flag,
    default: { from: (read) => read('TCD_ENABLE_FILES_API') || '0', text: "v0's TCD_ENABLE_FILES_API, else 0" },
    unit: '',
    doc: 'Lets a logged-in operator list and delete files of the library folder and of the logs (GET and DELETE /api/v0/files).',
  },
  password: {
    env: 'VODKEEP_PASSWORD',
    schema: z.string().min(1),
    default: null,
    unit: '',
    doc: 'First operator password; used once, when none is stored yet.',
    secret: true,
  },
});

/** Keys that seal secrets. */
export const secretSection = defineConfig({
  keyring: {
    env: 'VODKEEP_KEYRING',
    schema: z.string().min(1),
    default: null,
    unit: '',
    doc: 'Keyring that seals stored secrets: the first key seals, all open. Losing it loses them. `npm start` makes <VODKEEP_DATA>/secret.key.',
    secret: true,
  },
});

/** How the sites are reached. */
export const sitesSection = defineConfig({
  pattern: {
    env: 'VODKEEP_SITES',
    schema: z.string().regex(/^https?:\/\/\S*\{host\}\S*$/, 'must look like https://{host}'),
    default: 'https://{host}',
    unit: 'URL pattern',
    doc: 'Where streaming sites are reached; {host} stands for the name of the site. Change it only for a gateway of your own.',
  },
});

export const recorderSection = defineConfig({
  name: {
    env: 'VODKEEP_RECORDER_NAME',
    schema: z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'must look like <node>/<number>'),
    unit: '',
    default: { from: (read) => `${read('VODKEEP_NODE')}/0`, text: '<VODKEEP_NODE>/0' },
    doc: 'Name of this recorder process; the part before the slash is the node.',
  },
  slots: {
    env: 'VODKEEP_RECORDER_SLOTS',
    schema: count(1, 256),
    default: '32',
    unit: 'captures',
    doc: 'Captures this process takes at once.',
  },
  spoolDir: {
    env: 'VODKEEP_SPOOL_DIR',
    schema: path,
    default: { from: (read) => `${read('VODKEEP_DATA')}/spool`, text: '<VODKEEP_DATA>/spool' },
    unit: 'path',
    doc: 'Where segments wait while storage is away.',
  },
  spoolMaxMb: {
    env: 'VODKEEP_SPOOL_MAX_MB',
    schema: count(0, 1_048_576),
    default: '4096',
    unit: 'MB',
    doc: 'Most the spool may hold; what does not fit becomes a recorded gap.',
  },
});

export const converterSection = defineConfig({
  parallel: {
    env: 'VODKEEP_CONVERTERS_PARALLEL',
    schema: count(1, 64),
    default: '1',
    unit: 'jobs',
    doc: 'Jobs this converter does at once.',
  },
});

/** Read by the supervisor of `npm start` only. */
export const supervisorSection = defineConfig({
  recorders: {
    env: 'VODKEEP_RECORDERS',
    schema: count(1, 64),
    default: '1',
    unit: 'processes',
    doc: 'Recorder processes that `npm start` runs.',
  },
});
