import { ROUTES, SCRIPT_HEADER, WsAction, type WsActionName } from '#libs/contracts';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import request from 'supertest';
import { WebSocket } from 'ws';
import { type HttpTestApp } from '../http/http-test-app.conformance.js';
import { routeMetaOf } from '../http/route-meta.js';
import { Realtime } from '../realtime/realtime.service.js';
import { type ActionView } from '../realtime/to-ws-action.js';

/** The columns of the matrix: a caller in a situation. */
const CALLERS = [
  'password: stranger',
  'password: operator',
  'guest mode: stranger',
  'guest mode: operator',
  'no password: this machine',
  'no password: another machine',
] as const;
type CallerName = (typeof CALLERS)[number];
export interface Row {
  readonly address: string;
  readonly level: string;
  readonly cells: readonly string[];
}
/** An app in one situation, and the headers of one caller. */
interface Caller {
  readonly testApp: HttpTestApp;
  readonly headers: Readonly<Record<string, string>>;
}
export type Callers = Readonly<Record<CallerName, Caller>>;

const UUID = '00000000-0000-4000-8000-000000000000';
const VALUES: Readonly<Record<string, string>> = { uuid: UUID, date: '2026-11-28', lastLine: '0', id: '1', index: '0' };
const REFUSED = ['login-required', 'password-not-set'];

/** All addresses of the HTTP layer that are not routes of the contracts: documents and media. */
function servedAddresses(app: HttpTestApp['nest']): { method: string; path: string; level: string }[] {
  const scanner = new MetadataScanner();
  return app
    .get(DiscoveryService, { strict: false })
    .getControllers()
    .flatMap(({ metatype }) => {
      const prototype = (metatype as { prototype: Record<string, object> } | null)?.prototype ?? {};
      return scanner.getAllMethodNames(prototype).flatMap((name) => {
        const meta = prototype[name] && routeMetaOf(prototype[name]);
        return meta && !meta.route ? [{ method: meta.method, path: meta.path, level: meta.level }] : [];
      });
    });
}

/** Sends a request to every address as every caller. */
export async function callEverything(callers: Callers): Promise<Row[]> {
  const addresses = [
    ...ROUTES.map(({ method, path, level }) => ({ method, path, level })),
    ...servedAddresses(callers['password: operator'].testApp.nest),
  ];
  // Logout comes last, because it ends the login of the caller.
  const inOrder = addresses.toSorted((a, b) => Number(a.path.endsWith('/logout')) - Number(b.path.endsWith('/logout')));
  const rows: Row[] = [];
  for (const { method, path, level } of inOrder) {
    const cells: string[] = [];
    for (const name of CALLERS) cells.push(await verdict(callers[name], method, path));
    rows.push({ address: `${method} ${path}`, level, cells });
  }
  return rows.toSorted((a, b) => byPath(a.address).localeCompare(byPath(b.address)));
}
const byPath = (address: string): string => address.split(' ').toReversed().join(' ');

async function verdict({ testApp, headers }: Caller, method: string, path: string): Promise<string> {
  const at = path.replaceAll(/:(\w+)/g, (_, name: string) => VALUES[name] ?? 'x').replace('*path', 'a/b.mp4');
  const res = await request(testApp.url)
    [method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'](at)
    .set({ ...headers, [SCRIPT_HEADER]: '1' })
    .ok(() => true);
  return res.status === 401 && REFUSED.includes((res.body as { code?: string }).code ?? '') ? 'refused' : 'let in';
}

const NAMES = WsAction.options.map((o) => o.shape.action.value);

/** Broadcasts every action once and records which callers receive it. */
export async function sendEverything(callers: Callers): Promise<Row[]> {
  const received = new Map<CallerName, ReadonlySet<string> | null>();
  for (const name of CALLERS) received.set(name, await receivedBy(callers[name]));
  const cell = (name: CallerName, action: WsActionName): string =>
    received.get(name) === null ? 'refused' : received.get(name)?.has(action) === true ? 'receives' : 'not sent';
  return NAMES.toSorted().map((action) => ({
    address: `socket ${action}`,
    level: '',
    cells: CALLERS.map((name) => cell(name, action)),
  }));
}

/** @returns null if the socket was closed with 3000 */
async function receivedBy({ testApp, headers }: Caller): Promise<ReadonlySet<string> | null> {
  const socket = new WebSocket(`${testApp.url.replace('http', 'ws')}/socket/`, { headers });
  const received = new Set<string>();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.on('close', (code) => {
    resolve(code !== 3000);
  });
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text === 'pong') {
      resolve(true);
      return;
    }
    const { action } = JSON.parse(text) as { action: string };
    received.add(action);
    if (action !== 'connected' || received.size > 1) return;
    for (const name of NAMES.filter((n) => n !== 'connected'))
      testApp.nest.get(Realtime).broadcast({ action: name, data: ACTION_DATA[name] ?? {} } as ActionView);
    socket.send('ping');
  });
  const isIn = await promise;
  socket.terminate();
  return isIn ? received : null;
}

/** The fields of an action that the HTTP layer itself reads. */
const ACTION_DATA: Partial<Record<WsActionName, object>> = {
  vod_updated: { vod: { uuid: UUID } },
  channel_updated: { channel: { uuid: UUID } },
};

const RULE = `|${'---|'.repeat(CALLERS.length + 2)}`;

/** Renders docs/authorisation.md. */
export function matrixPage(routes: readonly Row[], actions: readonly Row[]): string {
  const line = ({ address, level, cells }: Row): string => `| \`${address}\` | ${level} | ${cells.join(' | ')} |`;
  return `# Who may do what

A spec sends a request to every address as every caller, broadcasts every action of the websocket once, and compares the answers with this page
(\`apps/api/src/conformance/authorisation.medium.spec.ts\`). \`node tools/checks/run.mjs --write authorisation\` writes the page again; read the difference before you commit it.

If a password is set, a stranger is anyone without a login. Guest mode lets strangers read. If no password is set, the machine itself is the operator, unless a proxy is trusted; no other machine gets in
(docs/operate/access.md). Requests that Vodkeep itself sends get in nowhere but at the check of the public address. A signed link opens one playlist and its segments until it ends; the queries of segments open no playlist. Addresses of level \`none\` serve the login, check the code of the first password, check the signature of the site that calls, or answer the check of the public address.

## Routes and media

| address | level | ${CALLERS.join(' | ')} |
${RULE}
${routes.map(line).join('\n')}

## Websocket

\`refused\`: closed with 3000 at the handshake. Messages of clients are accepted from everyone who is let in, and change nothing.

| action | level | ${CALLERS.join(' | ')} |
${RULE}
${actions.map((row) => line({ ...row, level: row.cells[2] === 'receives' ? 'guest' : 'admin' })).join('\n')}
`;
}
