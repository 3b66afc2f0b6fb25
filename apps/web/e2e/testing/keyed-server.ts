import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A server in front of a live channel, with a stream key in its path and a token in its query. */
export interface KeyedServer {
  /** `broken`: its list contains an address that is none; `refused`: status 403. */
  mode: 'works' | 'broken' | 'refused';
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** @param origin address of the channel's playlist, whose URIs are relative */
export async function startKeyedServer(
  origin: string,
  { key, token }: { readonly key: string; readonly token: string },
): Promise<KeyedServer> {
  const prefix = `/live/${key}/`;
  const server = createServer((request, response) => {
    if (keyed.mode !== 'works') {
      const list = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://[bad${prefix}1.ts?token=${token}\n`;
      response.writeHead(keyed.mode === 'broken' ? 200 : 403).end(list);
      return;
    }
    const url = new URL(request.url ?? '', 'http://h');
    const isList = url.pathname === `${prefix}index.m3u8`;
    if (!url.pathname.startsWith(prefix) || (isList && url.searchParams.get('token') !== token)) {
      response.writeHead(403).end();
      return;
    }
    const target = isList ? origin : new URL(url.pathname.slice(prefix.length), origin);
    fetch(target)
      .then(async (answer) => {
        const body = Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
        response.end(body);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const keyed: KeyedServer = {
    mode: 'works',
    address: `http://127.0.0.1:${port}${prefix}index.m3u8?token=${token}`,
    stop: () => closed(server),
  };
  return keyed;
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
