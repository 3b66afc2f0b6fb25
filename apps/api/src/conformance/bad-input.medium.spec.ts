import { ROUTES, type RouteDef } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { badParams, badValues, type BadValue } from './bad-values.conformance.js';
import { type Received, SeededApp } from './seeded-app.conformance.js';
import { shapeFaults } from './shape-faults.conformance.js';
import { is } from './shapes.conformance.js';
import { TableChecksums } from './tables.conformance.js';
import { ACCEPTED } from './accepted.conformance.js';

jest.setTimeout(120_000);

let seeded: SeededApp;
let tables: TableChecksums;
let params: Readonly<Record<string, string>>;
/** What the tables held after the case before. */
let before: Readonly<Record<string, string>>;
/** Since the last call. */
async function changedNothing(): Promise<void> {
  const [then, now] = [before, await tables.read()];
  before = now;
  expect(now).toEqual(then);
}
beforeAll(async () => {
  seeded = await SeededApp.open({ withRunning: false });
  tables = await TableChecksums.open(seeded.db);
  before = await tables.read();
  params = {
    uuid: seeded.channels.idle.uuid,
    game: '743',
    id: '1',
    name: 'nothing',
    key: 'nothing',
    date: '2026-11-28',
    lastLine: '0',
    kind: 'nothing',
    part: 'x',
  };
});
afterAll(async () => {
  await tables[Symbol.asyncDispose]();
  await seeded.stop();
});

/**
 * A VOD where the address is about one, else a channel; parameters that are asked for by name are the others' business.
 */
const fill = (route: RouteDef, over: Readonly<Record<string, string>> = {}): string =>
  route.path
    .replace('/api/v0', '')
    .replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeRaw(
        over[name] ?? (name === 'uuid' && route.path.includes('/vod/') ? seeded.vodUuid : (params[name] ?? 'x')),
      ),
    );
/** Accepts what encodeURIComponent refuses: half a surrogate pair becomes bytes that are not UTF-8. */
const encodeRaw = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text).replaceAll('.', '%2E')
    : `${encodeURIComponent(text.slice(0, -1))}%ED%A0%80`;

function queryOf(input: unknown): string {
  const pairs = Object.entries(input as Record<string, unknown>).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [key, String(one)]),
  );
  return `?${new URLSearchParams(pairs).toString()}`;
}

/** Routes that come later answer so whatever they are sent. */
const isLater = (status: number): boolean => status === 501;
const send = (route: RouteDef, { part, input }: BadValue): Promise<Received> =>
  part === 'query'
    ? seeded.call(route.method, `${fill(route)}${queryOf(input)}`)
    : seeded.call(route.method, fill(route), JSON.stringify(input));

const REFUSAL = { status: is('ERROR'), message: 's', code: 's' } as const;
const nameOf = (route: RouteDef): string => `${route.method} ${route.path.replace('/api/v0', '')}`;
const isAccepted = (route: RouteDef, { part, field, what }: BadValue): boolean =>
  (ACCEPTED[nameOf(route)] ?? []).some((t) => t.field === `${part}.${field}` && (t.what === '*' || t.what === what));

/** The field, or a place in it. A whole body that is wrong is named `body`. */
function missing(bad: BadValue, { status, json, text }: Received): string[] {
  const at = `${bad.part}.${bad.field}, ${bad.what}`;
  if (isLater(status)) return shapeFaults(REFUSAL, json);
  if (status !== 400) return [`${at}: answered ${status} ${text.slice(0, 160)}`];
  const envelope = shapeFaults(REFUSAL, json).map((fault) => `${at}: ${fault}`);
  const paths = ((json as { fields?: { path: string }[] }).fields ?? []).map((f) => f.path);
  // JSON that is no object is not read at all, and said so.
  if (bad.field === 'body' && (json as { code?: string }).code === 'malformed-json') return envelope;
  const isNamed =
    paths.some((path) => path === bad.field || path.startsWith(`${bad.field}.`) || path.startsWith(`${bad.field}[`)) ||
    (bad.field === 'body' && paths.length > 0);
  return [...envelope, ...(isNamed ? [] : [`${at}: names ${paths.join(', ') || 'nothing'}: ${text.slice(0, 160)}`])];
}

/** The way in has limits of its own on tries; bodies of hooks are the sites' own. */
const tried = ROUTES.filter((route) => !/^\/api\/v0\/(hook|auth\/login)/.test(route.path));

/** A body of no bytes that is announced all the same; fetch announces none with a DELETE. */
async function nothing(
  method: string,
  path: string,
  type: string,
): Promise<[status: number | undefined, text: string]> {
  const [answer] = (await once(
    request(`${seeded.app.origin}/api/v0${path}`, {
      method,
      headers: { 'content-type': type, 'content-length': 0 },
    }).end(),
    'response',
  )) as [IncomingMessage];
  return [answer.statusCode, await text(answer)];
}

/** What may come with a body; a file is read as it comes. */
const bodied = tried.filter((route) => route.method !== 'GET' && route.file === undefined);

describe('bad input of', () => {
  it.each(tried.map((route) => [nameOf(route), route] as const))(
    '%s is a 400 that names the field, and changes nothing',
    async (_, route) => {
      const found: string[] = [];
      for (const bad of badValues(route))
        if (!isAccepted(route, bad)) found.push(...missing(bad, await send(route, bad)));
      expect(found).toEqual([]);
      await changedNothing();
    },
  );

  it.each(bodied.map((route) => [nameOf(route), route] as const))(
    '%s is a 400 that names the body, where something else than JSON is sent, and changes nothing',
    async (_, route) => {
      const found: string[] = [];
      for (const [type, body] of [
        ['application/x-www-form-urlencoded', 'a=b'],
        ['text/plain', '{}'],
        ['application/octet-stream', '\0'],
      ] as const) {
        found.push(
          ...missing(
            { part: 'body', field: 'body', what: type, value: body, input: body },
            await seeded.send(route.method, fill(route), { body, type }),
          ),
        );
      }
      expect(found).toEqual([]);
      await changedNothing();
    },
  );

  it.each(
    bodied
      .filter((route) => route.body.safeParse(undefined).success && !route.params.safeParse({}).success)
      .map((route) => [nameOf(route), route] as const),
  )('an empty body is none to %s, whatever its type', async (_, route) => {
    const nobody = { uuid: '00000000-0000-4000-8000-000000000000', kind: 'nothing' };
    const answers = await Promise.all(
      ['application/json', 'application/x-www-form-urlencoded'].map((type) =>
        nothing(route.method, fill(route, nobody), type),
      ),
    );
    const without = await seeded.call(route.method, fill(route, nobody));
    expect(answers).toEqual([
      [without.status, without.text],
      [without.status, without.text],
    ]);
  });

  it.each(tried.filter((route) => route.path.includes(':')).map((route) => [nameOf(route), route] as const))(
    'the address %s is refused, and changes nothing',
    async (_, route) => {
      const found: string[] = [];
      for (const { name, value } of badParams(route)) {
        const received = await seeded.call(
          route.method,
          fill(route, { [name]: value }),
          route.method === 'GET' ? undefined : {},
        );
        if (
          received.status < 400 ||
          (received.status > 499 && !isLater(received.status)) ||
          shapeFaults(REFUSAL, received.json).length > 0
        )
          found.push(
            `${name} = ${JSON.stringify(value).slice(0, 40)}: ${received.status} ${received.text.slice(0, 160)}`,
          );
      }
      expect(found).toEqual([]);
      await changedNothing();
    },
  );

  it.each(tried.filter((route) => route.path.includes(':uuid')).map((route) => [nameOf(route), route] as const))(
    'the uuid of something else at %s is refused, and changes nothing',
    async (_, route) => {
      const isVod = route.path.includes('/vod/');
      for (const uuid of [isVod ? seeded.channels.idle.uuid : seeded.vodUuid, '00000000-0000-4000-8000-000000000000']) {
        const received = await seeded.call(
          route.method,
          fill(route, { uuid }),
          route.method === 'GET' ? undefined : {},
        );
        expect([
          received.status >= 400 && (received.status < 500 || isLater(received.status)),
          shapeFaults(REFUSAL, received.json),
          received.text,
        ]).toEqual([true, [], received.text]);
      }
      await changedNothing();
    },
  );
});
