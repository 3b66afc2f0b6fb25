import 'reflect-metadata';
import { type LogLine, type LogLineView } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TestApp } from '../../testing/test-app.js';

jest.setTimeout(60_000);

interface Page {
  lines: LogLineView[];
  last_line: number;
  logs: string[];
  more: boolean;
}
interface Found {
  lines: { message: string; level: string; metadata: Record<string, unknown> }[];
  amount: number;
  last_line: number;
  more: boolean;
  limit: number;
}

let app: TestApp;
const today = (): string => new Date().toISOString().slice(0, 10);
/** Day on which the lines were written. */
let day = today();
const write = (text: string, more: Partial<LogLine> = {}) =>
  app.bus.log.write({
    module: 'm',
    time: Date.now(),
    level: 'info',
    text,
    pid: 7,
    service: 'api',
    node: 'here',
    ...more,
  });
const page = async (from: string) => (await app.call<Page>('GET', `/log/${day}${from}`)).body.data as Page;
const search = async (query: string) => (await app.call<Found>('GET', `/log?${query}`)).body.data as Found;

beforeAll(async () => {
  app = await TestApp.start();
}, 60_000);
afterAll(async () => {
  await app.stop();
});

describe('the log', () => {
  let start = 0;
  beforeAll(async () => {
    do {
      day = today();
      start = (await page('')).last_line;
      for (const [text, more] of [
        ['one', {}],
        ['two', { service: 'recorder', node: 'far', level: 'warn' }],
        ['three', { service: 'converter', level: 'error', module: 'convert' }],
        ['at /srv/secret/place', { metadata: { stack: 'Error\n    at x', file: '/srv/secret/place', n: 5 } }],
        ['five', { level: 'success' }],
      ] as const)
        await write(text, more);
    } while (day !== today()); // again if midnight has passed meanwhile
  });

  it('O1 O2 of a day has the lines of all services in one order, with pid, node and fields, without paths and stacks', async () => {
    const { lines, logs } = await page(`/${start}`);
    expect(lines.map((l) => [l.text, l.level, l.service, l.node])).toEqual([
      ['one', 'INFO', 'api', 'here'],
      ['two', 'WARNING', 'recorder', 'far'],
      ['three', 'ERROR', 'converter', 'here'],
      ['at <path>', 'INFO', 'api', 'here'],
      ['five', 'SUCCESS', 'api', 'here'],
    ]);
    expect(lines[3]).toMatchObject({
      pid: 7,
      module: 'm',
      metadata: { file: '<path>', n: 5 },
      date: expect.stringMatching(/Z$/),
    });
    expect(lines[3]?.metadata).not.toHaveProperty('stack');
    expect(logs[0]).toBe(day);
  });

  it('comes page by page, each line once: `last_line` is a position', async () => {
    const texts: string[] = [];
    for (let at = start, more = true; more;) {
      const next = await page(`/${at}?limit=2`);
      expect(next.lines.length).toBeLessThanOrEqual(2);
      texts.push(...next.lines.map((l) => l.text));
      ({ last_line: at, more } = next);
    }
    expect(texts).toEqual(['one', 'two', 'three', 'at <path>', 'five']);
  });

  it('continues where a poll ended, even from a position beyond the end', async () => {
    const { last_line: end } = await page(`/${start}`);
    expect(await page(`/${end}`)).toMatchObject({ lines: [], last_line: end, more: false });
    const { last_line: back } = await page('/99999999');
    expect(back).toBe(end);
    await write('six');
    expect((await page(`/${back}`)).lines.map((l) => l.text)).toEqual(['six']);
  });

  it('W73 is searched by time, level, module, service and text, up to `limit` lines', async () => {
    const of = async (query: string): Promise<string[]> =>
      (await search(`dateFrom=${day}&after=${start}&${query}`)).lines.map((l) => l.message);
    expect(await of('limit=2')).toEqual(['one', 'two']);
    expect(await of('level=WARNING,error')).toEqual(['two', 'three']);
    expect(await of('module=convert')).toEqual(['three']);
    expect(await of('service=recorder&transport=dailyRotateFile')).toEqual(['two']);
    expect(await of('q=FIVE&dateTo=2099-01-01')).toEqual(['five']);
    expect(await search(`dateFrom=${day}&after=${start}&limit=1`)).toMatchObject({
      amount: 1,
      limit: 1,
      more: true,
      lines: [
        {
          message: 'one',
          level: 'INFO',
          metadata: { module: 'm', timestamp: expect.stringMatching(/Z$/), service: 'api' },
        },
      ],
    });
    expect(await search(`dateFrom=${new Date(Date.now() + 60_000).toISOString()}&dateTo=2099-01-01`)).toMatchObject({
      lines: [],
      amount: 0,
      more: false,
    });
  });

  it.each([
    ['/log?limit=5', 'dateFrom'],
    [`/log?dateFrom=${day}&limit=0`, 'limit'],
    [`/log?dateFrom=${day}&limit=abc`, 'limit'],
    [`/log?dateFrom=${day}&limit=1001`, 'limit'],
    ['/log?dateFrom=yesterday', 'dateFrom'],
    ['/log?dateFrom=2026-02-30', 'dateFrom'],
    [`/log?dateFrom=${day}&dateTo=2020-01-01`, 'dateTo'],
    [`/log?dateFrom=${day}&level=loud`, 'level'],
    [`/log?dateFrom=${day}&after=-1`, 'after'],
    [`/log?dateFrom=${day}&q=`, 'q'],
    [`/log?dateFrom=${day}&odd=1`, 'odd'],
    [`/log/${day}/-1`, 'lastLine'],
    [`/log/${day}/NaN`, 'lastLine'],
    ['/log/..%2F..%2Fetc', 'date'],
    [`/log/${day}%00`, 'date'],
    [`/log/${day}?limit=1e9`, 'limit'],
  ])('refuses %s on its field', async (path, field) => {
    const { status, body } = await app.call('GET', path);
    expect([status, body.fields?.map((f) => f.path)]).toEqual([400, [field]]);
  });
});
