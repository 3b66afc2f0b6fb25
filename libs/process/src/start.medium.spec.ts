import { expect, it } from '@jest/globals';
import { output, start, type Child } from './start.js';

const sh = (script: string, signal: AbortSignal = AbortSignal.timeout(20_000)): Child =>
  start({ file: 'sh', args: ['-c', script], signal });

async function drain(child: Child): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of child.lines()) lines.push(line);
  return lines;
}

it('returns stdout line by line, and how the program exited', async () => {
  const child = sh('echo one; echo two; echo why >&2; exit 3');
  expect(await drain(child)).toEqual(['one', 'two']);
  expect(await child.ended).toEqual({
    ok: false,
    code: 3,
    killedBy: null,
    aborted: false,
    neverRan: false,
    stderr: ['why'],
  });
});

it('holds only the end of stderr in memory', async () => {
  const before = process.memoryUsage().rss;
  const child = sh('head -c 120000000 /dev/zero | tr "\\0" "x" >&2; echo >&2; echo last >&2');
  await drain(child);
  expect((await child.ended).stderr.at(-1)).toBe('last');
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

it('sends SIGINT first, so that the child can finish', async () => {
  const stop = new AbortController();
  const child = sh('trap "echo closed; exit 0" INT; echo ready; while :; do sleep 0.05; done', stop.signal);
  const lines: string[] = [];
  for await (const line of child.lines()) {
    lines.push(line);
    if (line === 'ready') stop.abort();
  }
  expect(lines).toEqual(['ready', 'closed']);
  expect(await child.ended).toMatchObject({ ok: false, aborted: true });
});

it('stops a program whose reader leaves before the end', async () => {
  const child = start({ file: 'yes', args: [], signal: AbortSignal.timeout(20_000) });
  for await (const line of child.lines()) {
    expect(line).toBe('y');
    break;
  }
  expect(await child.ended).toMatchObject({ ok: false, killedBy: 'SIGINT', aborted: false });
});

it('reports a program that does not exist', async () => {
  const child = start({ file: '/nowhere/program', args: [], signal: AbortSignal.timeout(20_000) });
  await drain(child);
  expect(await child.ended).toMatchObject({ ok: false, neverRan: true });
});

it('limits the data of a program, and reports one that does not exist', async () => {
  const limit = { maxDataBytes: 512 * 1024 * 1024, signal: AbortSignal.timeout(20_000) };
  expect(await output({ file: 'sh', args: ['-c', 'ulimit -d; echo "$1"', 'sh', 'a  "b"'], ...limit })).toBe(
    '524288\na  "b"',
  );
  const child = start({ file: '/nowhere/program', args: [], ...limit });
  await drain(child);
  expect(await child.ended).toMatchObject({ ok: false, neverRan: true });
});

it('stops a program whose data is limited', async () => {
  const stop = new AbortController();
  const script = 'trap "echo closed; exit 0" INT; echo ready; while :; do sleep 0.05; done';
  const child = start({ file: 'sh', args: ['-c', script], signal: stop.signal, maxDataBytes: 512 * 1024 * 1024 });
  const lines: string[] = [];
  for await (const line of child.lines()) {
    lines.push(line);
    if (line === 'ready') stop.abort();
  }
  expect(lines).toEqual(['ready', 'closed']);
});

it('does not start a program whose signal is already aborted', async () => {
  const child = sh('echo ran', AbortSignal.abort());
  await drain(child).catch(() => []);
  expect(await child.ended).toMatchObject({ ok: false, aborted: true });
});

it('returns the output of a short command, and an error with the last line of stderr', async () => {
  expect(await output({ file: 'printf', args: ['a b\n'], signal: AbortSignal.timeout(20_000) })).toBe('a b');
  await expect(
    output({ file: 'sh', args: ['-c', 'echo no such thing >&2; exit 1'], signal: AbortSignal.timeout(20_000) }),
  ).rejects.toMatchObject({ code: 'command-failed', message: 'sh ended with 1: no such thing' });
});
