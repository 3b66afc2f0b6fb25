import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
};

async function serve(folder: string, url: string, response: ServerResponse): Promise<void> {
  const file = path.join(folder, path.basename(new URL(url, 'http://folder').pathname));
  const size = await stat(file).then(
    (found) => found.size,
    () => null,
  );
  if (size === null) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'content-length': size,
  });
  createReadStream(file)
    .on('error', () => {
      response.destroy();
    })
    .pipe(response);
}

/** A plain web server over one flat folder, like that of a restreamer. */
export function serveFolder(folder: string): Server {
  return createServer((request, response) => {
    void serve(folder, request.url ?? '/', response);
  });
}
