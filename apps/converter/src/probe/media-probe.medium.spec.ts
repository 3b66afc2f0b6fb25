import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type MediaSource, objectKeys, type Payload, type probe } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { english, type Message } from '#libs/messages';
import { type OpenStorage, openStorage } from '#libs/storage';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WorkFolder } from '../core/work-folder.js';
import { MediaProbe } from './media-probe.service.js';

const ID = '00000000-0000-4000-8000-000000000001';
let dir = '';
let storage: OpenStorage;
let work: WorkFolder;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'media-probe-'));
  storage = await openStorage({ kind: 'file', rootDir: path.join(dir, 'storage'), sync: 'off' });
  work = new WorkFolder({ node: 'n', pid: process.pid, workDir: path.join(dir, 'work'), checkAgainMs: 1000 });
  await work.onModuleInit();
});
afterAll(async () => {
  await storage.close();
  await rm(dir, { recursive: true, force: true });
});

async function makeMovie(name: string, ...args: string[]): Promise<Buffer> {
  const file = path.join(dir, name);
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=320x180:r=25:d=3',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '25',
    ...args,
    file,
  ]);
  return readFile(file);
}

const command = (source: MediaSource, thumb: Payload<typeof probe>['thumb'] = null): Payload<typeof probe> => ({
  id: ID,
  owner: 'o',
  attempt: 'a1',
  source,
  thumb,
});

/** The name of a `probe-failed` and its reason in English. */
const failureOf = ({ name, payload }: Awaited<ReturnType<typeof probeReports>>[number]) => ({
  name,
  reason: english(payload['reason'] as Message),
});
/** Ids of all messages. */
const msgIds: string[] = [];
/** Runs a probe. @returns its reports */
async function probeReports(
  request: Payload<typeof probe>,
  from: Parameters<typeof Object.create>[0] = storage,
): Promise<{ name: string; payload: Record<string, unknown> }[]> {
  const reports: { name: string; payload: Record<string, unknown> }[] = [];
  const bus = {
    publish: (def: { name: string }, payload: unknown, { msgId }: { msgId: string }) => {
      msgIds.push(msgId);
      reports.push({ name: def.name, payload: payload as Record<string, unknown> });
      return Promise.resolve({} as never);
    },
  };
  await new MediaProbe(bus, from as OpenStorage, work).run(request, {
    attempt: 1,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  return reports;
}

it('measures a stored file, and makes a thumbnail although it is shorter than 5 s (Q32)', async () => {
  const key = objectKeys.clipFile(ID, 'a.mp4');
  const body = await makeMovie('a.mp4');
  await storage.put(key, body);
  const thumb = { key: objectKeys.clipThumb(ID, 'a1.webp'), format: 'webp' as const };
  const reports = await probeReports(command({ in: 'store', key }, thumb));
  expect(reports).toEqual([
    {
      name: 'probe-done',
      payload: expect.objectContaining({
        id: ID,
        owner: 'o',
        attempt: 'a1',
        sizeBytes: body.length,
        videoMs: 3000,
        thumbKey: thumb.key,
        warnings: [],
        metadata: expect.objectContaining({ type: 'video', width: 320, height: 180, duration: 3, size: body.length }),
      }),
    },
  ]);
  expect((await storage.read(thumb.key)).toString('latin1', 8, 12)).toBe('WEBP');
});

it('reports a repeated command under a new message id, because the earlier report may be lost', async () => {
  const key = objectKeys.clipFile(ID, 'again.mp4');
  await storage.put(key, await makeMovie('again.mp4'));
  msgIds.length = 0;
  for (const source of [{ in: 'store', key } as const, { in: 'store', key: 'clips/none' } as const])
    for (let n = 0; n < 2; n += 1) await probeReports(command(source));
  expect([msgIds.length, new Set(msgIds).size]).toEqual([4, 4]);
});

it('W23 measures a library file without a length in its header', async () => {
  await makeMovie('b.mp4');
  await mkdir(path.join(dir, 'storage/library/quay'), { recursive: true });
  execFileSync('sh', [
    '-c',
    `ffmpeg -v error -i ${path.join(dir, 'b.mp4')} -c copy -f matroska - > ${path.join(dir, 'storage/library/quay/stray.mkv')}`,
  ]);
  const [done] = await probeReports(command({ in: 'library', path: 'quay/stray.mkv' }));
  expect(done).toMatchObject({
    name: 'probe-done',
    payload: { thumbKey: null, metadata: { container: 'Matroska', duration: 3 } },
  });
});

it('reports a file that is no media or is missing, without a retry', async () => {
  await mkdir(path.join(dir, 'storage/library/quay'), { recursive: true });
  const noMedia = 'the file is not a media file, or it is cut off or damaged';
  const bad = {
    'notes.mp4': ['no film at all', noMedia],
    'notes.txt': ['no film at all', noMedia],
    'empty.mp4': ['', 'the file is empty'],
    'cut.mp4': [(await makeMovie('whole.mp4')).subarray(0, 20_000), noMedia],
  } as const;
  for (const [name, [body, reason]] of Object.entries(bad)) {
    await writeFile(path.join(dir, 'storage/library/quay', name), body);
    const reports = await probeReports(command({ in: 'library', path: `quay/${name}` }));
    expect([name, ...reports.map(failureOf)]).toEqual([name, { name: 'probe-failed', reason }]);
  }
  expect((await probeReports(command({ in: 'store', key: 'clips/none' })))[0]).toMatchObject({
    name: 'probe-failed',
    payload: { reason: { key: 'error.file-missing' } },
  });
});

it('throws while storage is unavailable, so that the bus delivers the command again', async () => {
  const away = {
    ...storage,
    head: () => Promise.reject(new OutsideError(untranslated('storage-away', 'storage does not answer'))),
  };
  await expect(probeReports(command({ in: 'store', key: 'clips/x' }), away)).rejects.toMatchObject({
    code: 'storage-away',
  });
});

it('follows no reference inside a media file: fetches no address and reads no other file', async () => {
  const requests: string[] = [];
  const film = await makeMovie('inner.ts', '-f', 'mpegts');
  const inner = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end(film);
  });
  inner.listen(0, '127.0.0.1');
  await once(inner, 'listening');
  const address = `http://127.0.0.1:${(inner.address() as AddressInfo).port}/inner.ts`;
  const folder = path.join(dir, 'storage/library/traps');
  await mkdir(folder, { recursive: true });
  const hls = (target: string): string =>
    `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:3\n#EXTINF:3.0,\n${target}\n#EXT-X-ENDLIST\n`;
  const traps = {
    'a.mp4': hls(address),
    'b.ts': hls(path.join(dir, 'inner.ts')),
    'c.mkv': `ffconcat version 1.0\nfile '${address}'\n`,
    'd.mov': `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT3S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${address}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  };
  try {
    for (const [name, body] of Object.entries(traps)) {
      await writeFile(path.join(folder, name), body);
      const reports = await probeReports(
        command({ in: 'library', path: `traps/${name}` }, { key: objectKeys.clipThumb(ID, 'trap.jpg'), format: 'jpg' }),
      );
      expect([name, ...reports.map(failureOf)]).toEqual([
        name,
        { name: 'probe-failed', reason: expect.stringMatching(/^the file is not a media file/) },
      ]);
    }
    expect(requests).toEqual([]);
  } finally {
    inner.close();
  }
});
