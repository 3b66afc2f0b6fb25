import { masterText } from './master-text.js';
import type { Reply, SourceSpec } from './source-spec.js';

/** Each load of the master opens a session `/s/<n>/`, and only the newest one works. */
export const newestSession = (): SourceSpec => {
  let session = 0;
  return {
    name: '8-newest-session',
    address: 'master.m3u8',
    answer: ({ path }, usual): Reply | Promise<Reply> => {
      if (path === 'master.m3u8') {
        session += 1;
        return { body: masterText([{ uri: `s/${String(session)}/index.m3u8`, bandwidth: 1_000_000 }]) };
      }
      const [, n, file] = /^s\/(\d+)\/(.+)$/.exec(path) ?? [];
      return file !== undefined && Number(n) === session ? usual(file) : { status: 403 };
    },
  };
};

/** A client that is silent for this long has left. */
const LEFT_MS = 1700;

/** A second client gets 458, as on IPTV accounts of one connection. */
export const oneClient = (): SourceSpec => {
  let client = { id: 0, until: 0 };
  return {
    name: '8-one-client',
    answer: async ({ headers, path, atMs }, usual): Promise<Reply> => {
      const id = Number(/client=(\d+)/.exec(headers.cookie ?? '')?.[1] ?? -1);
      if (id !== client.id && atMs < client.until) return { status: 458 };
      if (id !== client.id && path !== 'index.m3u8') return { status: 403 };
      client = { id: id === client.id ? id : client.id + 1, until: atMs + LEFT_MS };
      const reply = await usual();
      return { ...reply, headers: { ...reply.headers, 'set-cookie': `client=${String(client.id)}; Path=/` } };
    },
  };
};
