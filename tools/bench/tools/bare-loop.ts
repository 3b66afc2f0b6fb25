/**
 * The lower limit for the recorder: writes HLS to files and does nothing else (no retry, no epochs, no journal, no sync
 * to disk). Usage: bare-loop.js OUTDIR URL... ; ends at ENDLIST
 */
import { mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';

const [outDir = '.', ...urls] = process.argv.slice(2);

async function store(agent: Agent, url: string, file: string): Promise<void> {
  const { body } = await request(url, { dispatcher: agent });
  await writeFile(`${file}.part`, Buffer.from(await body.arrayBuffer()));
  await rename(`${file}.part`, file);
}

async function follow(url: string, dir: string): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const agent = new Agent({ connections: 4, pipelining: 1, keepAliveTimeout: 30_000 });
  const running = new Set<Promise<void>>();
  let next = 0;
  let previous = '';
  for (let at = performance.now(); ;) {
    const { body } = await request(url, { dispatcher: agent });
    const list = await body.text();
    if (list !== previous) {
      previous = list;
      const lines = list.split('\n');
      const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(list)?.[1] ?? 0);
      const segments = lines.filter((line) => line !== '' && !line.startsWith('#'));
      for (let seq = Math.max(next, first); seq < first + segments.length; seq += 1) {
        const job = store(
          agent,
          new URL(segments[seq - first] ?? '', url).href,
          join(dir, `${String(seq)}.ts`),
        ).finally(() => {
          running.delete(job);
        });
        running.add(job);
      }
      next = first + segments.length;
      if (list.includes('#EXT-X-ENDLIST')) break;
    }
    at += (Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(list)?.[1] ?? 2) * 1000) / 2;
    await wait(Math.max(0, at - performance.now()));
  }
  await Promise.all(running);
  await agent.close();
}

await Promise.all(urls.map((url, i) => follow(url, join(outDir, String(i)))));
