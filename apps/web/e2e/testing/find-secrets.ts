import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { connectBus } from '#libs/bus';
import { ROUTES } from '#libs/contracts';
import type { Installation } from '#tools/supervisor/index.js';

/** Searches everything that an installation stores or answers for secrets. Each function returns where it found one. */
export class SecretSearch {
  constructor(private readonly secrets: readonly string[]) {}

  has(text: Buffer | string): boolean {
    return this.secrets.some((secret) => text.includes(secret));
  }

  /** All files below a folder. */
  files(folder: string): string[] {
    return filesOf(folder).filter((file) => this.has(readFileSync(file)));
  }

  /** All rows of all tables. */
  async rows({ env }: Pick<Installation, 'env'>): Promise<{ readonly found: string[]; readonly searched: number }> {
    const client = new Client({ connectionString: env['VODKEEP_PG_URL'] ?? '' });
    await client.connect();
    try {
      const found: string[] = [];
      let searched = 0;
      const tables = await client.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      );
      for (const { name } of tables.rows) {
        const { rows } = await client.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM "${name}" t`);
        searched += rows.length;
        found.push(...rows.filter(({ row }) => this.has(row)).map(({ row }) => `${name}: ${row}`));
      }
      return { found, searched };
    } finally {
      await client.end();
    }
  }

  /** The assignments of recorders. */
  async assignments({
    env,
  }: Pick<Installation, 'env'>): Promise<{ readonly found: string[]; readonly searched: number }> {
    const bus = await connectBus({
      servers: env['VODKEEP_NATS_URL'] ?? '',
      token: env['VODKEEP_NATS_TOKEN'] ?? '',
      name: 'e2e',
    });
    try {
      const values = (await bus.assignments.all()).map(({ value }) => JSON.stringify(value));
      return { found: values.filter((value) => this.has(value)), searched: values.length };
    } finally {
      await bus.close();
    }
  }

  /** The answers of all routes that only read, for a caller without a login. */
  async answers(
    url: string,
    { channel, vod }: { readonly channel: string; readonly vod: string },
  ): Promise<{ readonly found: string[]; readonly read: number }> {
    const paths = ROUTES.filter(({ method, changesState }) => method === 'GET' && changesState !== true).flatMap(
      ({ path: route }) => [channel, vod].map((id) => route.replaceAll(/:\w+/g, id)),
    );
    const found: string[] = [];
    let read = 0;
    for (const one of new Set([...paths, '/api/v0/channels?vods=0'])) {
      const answer = await fetch(url + one);
      if (answer.status === 200) read += 1;
      if (this.has(await answer.text())) found.push(one);
    }
    return { found, read };
  }
}

/** Regular files below a folder. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => lstatSync(file).isFile());
