import type { Reply, SourceRequest, SourceSpec, UsualAnswer } from './source-spec.js';

/** See public-names.mjs. */
const HOST = 'source.public.test';
/** Whatever is requested below it came from an address on this machine. */
export const PRIVATE = 'private/';
/** Segments at such an address, by a redirect to it, and with a key at it. A recording that starts late has them too. */
export const BLOCKED = { listed: 6, redirected: 8, key: 10 };

const segment = (n: number): string => `c${String(n)}.ts`;
const portOf = ({ headers }: SourceRequest): string => headers.host?.split(':')[1] ?? '';

function answer(request: SourceRequest, usual: UsualAnswer): Reply | Promise<Reply> {
  const { path } = request;
  if (path.startsWith(PRIVATE)) return usual(path.slice(PRIVATE.length));
  if (path !== segment(BLOCKED.redirected)) return usual();
  return { status: 302, headers: { location: `http://localhost:${portOf(request)}/i14-public/${PRIVATE}${path}` } };
}

/** A source on a public address that names addresses on this machine, where each would be answered. */
export const publicSource = (): SourceSpec => ({
  name: 'i14-public',
  host: HOST,
  list: (text, _window, request) => {
    const onLoopback = (host: string, path: string): string =>
      `http://${host}:${portOf(request)}/i14-public/${PRIVATE}${path}`;
    const key = `#EXT-X-KEY:METHOD=AES-128,URI="${onLoopback('[::ffff:127.0.0.1]', segment(0))}"`;
    return text
      .replace(`\n${segment(BLOCKED.listed)}\n`, `\n${onLoopback('127.0.0.1', segment(BLOCKED.listed))}\n`)
      .replace(
        new RegExp(`(#EXTINF:.*\n${segment(BLOCKED.key)}\n)`),
        (listed) => `${key}\n${listed}#EXT-X-KEY:METHOD=NONE\n`,
      );
  },
  answer,
});

/** A channel on a public address whose master names a playlist on this machine as soon as it is there. */
export const publicMaster = (): SourceSpec => {
  let isAdded = false;
  return {
    name: 'i14-public-master',
    host: HOST,
    isOffline: true,
    address: 'master.m3u8',
    answer: (request, usual) => {
      if (request.path !== 'master.m3u8') return answer(request, usual);
      if (!isAdded) {
        isAdded = true;
        return { status: 404 };
      }
      const row = `http://127.0.0.1:${portOf(request)}/i14-public-master/${PRIVATE}index.m3u8`;
      return { body: `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=500000\n${row}\n` };
    },
  };
};

/** A source on this machine, which names other addresses of this machine. */
export const ownNetwork = (): SourceSpec => ({
  name: 'i14-own-network',
  list: (text, _window, request) =>
    text.replaceAll(/^c\d+\.ts$/gm, (name) => `http://localhost:${portOf(request)}/i14-own-network/${name}`),
});
