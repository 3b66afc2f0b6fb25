import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { selfSigned } from '../../provider-sim/connect-proxy/certificates.js';
import { BENCH_MEDIA } from '../../provider-sim/media/media-spec.js';
import { cutSource } from '../../provider-sim/media/cut-source.js';
import { repositoryRoot } from '../../provider-sim/media/cached-folder.js';
import { SEGMENT_MS } from './live-clock.js';
import { createSourceServer, type Served } from './source-server.js';
import type { SourceRequest } from './start-source.js';

/**
 * The bench's source in a separate process: a server with little load, which leaves the two cores to the measured
 * tools. IPC messages control it.
 */
const cache = join(await repositoryRoot(), '.cache/sim');
const certificate = process.argv.includes('tls') ? await selfSigned(cache) : null;
const media = await cutSource(cache, BENCH_MEDIA, {
  container: 'ts',
  segmentS: SEGMENT_MS / 1000,
});
const served: Served = {
  clock: null,
  logs: [],
  bodies: await Promise.all(media.segments.map(({ file }) => readFile(file))),
};
const server = createSourceServer(served, certificate);

process.on('message', (request: SourceRequest) => {
  if (request.do === 'start') {
    const originAt = Date.now();
    served.logs = Array.from({ length: request.streams }, () => ({ firstRequestAt: null, sent: [] }));
    served.clock = { streams: request.streams, originAt, endAt: originAt + request.seconds * 1000 };
    process.send?.({ clock: served.clock });
  } else process.send?.({ logs: served.logs });
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.send?.({
    port: (server.address() as AddressInfo).port,
    certFile: certificate?.certFile ?? null,
    segmentBytes: served.bodies.map(({ length }) => length),
  });
});
