import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
};

interface Bytes {
  readonly start: number;
  readonly end: number;
}

/** The bytes of a file of `size` bytes that a Range header asks for; null: the file does not contain them. */
function rangeOf(header: string, size: number): Bytes | null {
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  if (first === '' || Number(first) >= size) return null;
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

async function serve(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = path.join(folder, path.basename(new URL(request.url ?? '/', 'http://folder').pathname));
  // One handle for size and bytes: the encoder may replace the file at any moment.
  const handle = await open(file).catch(() => null);
  if (!handle) {
    response.writeHead(404).end();
    return;
  }
  const { size } = await handle.stat();
  const { range } = request.headers;
  // A file may grow meanwhile, so the answer also ends at the size that was read here.
  const bytes = range === undefined ? { start: 0, end: size - 1 } : rangeOf(range, size);
  if (bytes === null) {
    await handle.close();
    response.writeHead(416, { 'content-range': `bytes */${String(size)}` }).end();
    return;
  }
  const { start, end } = bytes;
  response.writeHead(range === undefined ? 200 : 206, {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'content-length': end - start + 1,
    ...(range === undefined ? {} : { 'content-range': `bytes ${String(start)}-${String(end)}/${String(size)}` }),
  });
  if (size === 0) {
    await handle.close();
    response.end();
    return;
  }
  handle
    .createReadStream(bytes)
    .on('error', () => {
      response.destroy();
    })
    .pipe(response);
}

/** A plain web server over one flat folder, like that of a restreamer. It answers requests for one byte range. */
export function serveFolder(folder: string): Server {
  return createServer((request, response) => {
    serve(folder, request, response).catch(() => response.destroy());
  });
}
