import { RECEIVER_KINDS, type ReceiverKind } from '#libs/contracts';
import { Aedes } from 'aedes';
import { createECDH, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';

/** Kinds that a server outside Vodkeep receives. */
export const OUTSIDE_KINDS = RECEIVER_KINDS.filter((kind) => kind !== 'browser');
export type OutsideKind = Exclude<ReceiverKind, 'browser'>;

/** What one message said that lets its receiver recognise a repetition; null: nothing, the receiver has no such field. */
type Key = string | null;

/** Receivers of all kinds on this machine, and what arrived at each. */
export class AllReceivers {
  private readonly arrived: { readonly kind: OutsideKind; readonly key: Key }[] = [];
  /** What the MQTT broker was told about Vodkeep, in order. */
  readonly statuses: string[] = [];
  private readonly web: Server;
  private readonly smtp: SMTPServer;
  private scripts: { readonly dir: string } | null = null;

  private constructor(
    private readonly broker: Aedes,
    private readonly tcp: TcpServer,
  ) {
    this.web = createServer((req, res) => {
      let body = '';
      req.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
      req.on('end', () => {
        const kind = kindOf(req.url ?? '');
        this.arrived.push({ kind, key: keyOf(kind, req.headers, body) });
        res.writeHead(kind === 'webPush' ? 201 : 200).end('ok');
      });
    });
    this.smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let mail = '';
        stream.setEncoding('utf8').on('data', (chunk: string) => (mail += chunk));
        stream.on('end', () => {
          this.arrived.push({ kind: 'email', key: /^Message-ID: (.+)$/im.exec(mail)?.[1]?.trim() ?? null });
          done();
        });
      },
    });
    broker.on('publish', ({ topic, payload }, client) => {
      if (topic === 'vodkeep/status') this.statuses.push(payload.toString());
      if (!client || topic !== 'vodkeep/event') return;
      this.arrived.push({ kind: 'mqtt', key: (JSON.parse(payload.toString()) as { id: string }).id });
    });
  }

  static async start(): Promise<AllReceivers> {
    const broker = await Aedes.createBroker();
    // oxlint-disable-next-line typescript/unbound-method -- aedes binds it
    const all = new AllReceivers(broker, createTcpServer(broker.handle));
    for (const server of [all.web, all.tcp]) await listening(server);
    await new Promise<void>((resolve) => {
      all.smtp.listen(0, '127.0.0.1', resolve);
    });
    return all;
  }

  /** Address of sites, for `TestApp.start`. */
  get sites(): string {
    return `${this.origin}/site/{host}`;
  }

  /** Configuration of a receiver of each kind. @param dataDir of the installation, which gets the script */
  configs(dataDir: string): Record<OutsideKind, Record<string, string>> {
    const { origin } = this;
    this.scripts ??= writeScript(join(dataDir, 'hooks'));
    return {
      webPush: {
        endpoint: `${origin}/webPush`,
        p256dh: createECDH('prime256v1').generateKeys('base64url', 'uncompressed'),
        auth: randomBytes(16).toString('base64url'),
      },
      telegram: { token: '1:t', chat: '7' },
      discord: { url: `${origin}/discord` },
      pushover: { token: 'app', user: 'me' },
      ntfy: { url: `${origin}/ntfy`, topic: 'dvr', token: '' },
      gotify: { url: `${origin}/gotify`, token: 'app' },
      apprise: { url: `${origin}/apprise`, tag: '' },
      email: {
        ...{ host: '127.0.0.1', port: String(portOf(this.smtp.server)), security: 'none', user: '', password: '' },
        ...{ from: 'dvr@example.com', to: 'me@example.com' },
      },
      webhook: { url: `${origin}/webhook`, secret: '' },
      script: { file: 'seen' },
      mqtt: { url: `mqtt://127.0.0.1:${portOf(this.tcp)}`, user: '', password: '', topic: 'vodkeep', discovery: '' },
    };
  }

  /** What arrived, by kind. */
  get keys(): Record<OutsideKind, Key[]> {
    const scripts = this.scripts && join(this.scripts.dir, 'keys');
    const ran = scripts !== null && existsSync(scripts) ? readFileSync(scripts, 'utf8').trim().split('\n') : [];
    const all = [...this.arrived, ...ran.map((key) => ({ kind: 'script' as const, key }))];
    return Object.fromEntries(
      OUTSIDE_KINDS.map((kind) => [kind, all.filter((one) => one.kind === kind).map(({ key }) => key)]),
    ) as Record<OutsideKind, Key[]>;
  }

  forget(): void {
    this.arrived.length = 0;
    if (this.scripts) writeFileSync(join(this.scripts.dir, 'keys'), '');
  }

  async stop(): Promise<void> {
    this.web.close();
    this.web.closeAllConnections();
    this.tcp.close();
    await Promise.all([
      new Promise<void>((resolve) => {
        this.smtp.close(resolve);
      }),
      new Promise<void>((resolve) => {
        this.broker.close(resolve);
      }),
    ]);
  }

  private get origin(): string {
    return `http://127.0.0.1:${portOf(this.web)}`;
  }
}

async function listening(server: Server | TcpServer): Promise<void> {
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
}

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

const SITES: Readonly<Record<string, OutsideKind>> = { 'api.telegram.org': 'telegram', 'api.pushover.net': 'pushover' };

function kindOf(path: string): OutsideKind {
  const [, first = '', host = ''] = path.split('/');
  return first === 'site' ? (SITES[host] ?? 'webhook') : (first as OutsideKind);
}

function keyOf(kind: OutsideKind, headers: IncomingHttpHeaders, body: string): Key {
  if (kind === 'webhook') return String(headers['x-vodkeep-delivery']);
  if (kind === 'webPush') return String(headers['topic']);
  return kind === 'ntfy' ? (JSON.parse(body) as { sequence_id: string }).sequence_id : null;
}

function writeScript(dir: string): { readonly dir: string } {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'seen'), '#!/bin/sh\necho "$VODKEEP_DELIVERY" >> keys\n');
  chmodSync(join(dir, 'seen'), 0o755);
  return { dir };
}
