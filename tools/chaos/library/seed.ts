import { createHash, randomUUID } from 'node:crypto';
import { Manifest, objectKeys, type Channel } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { openStorage } from '#libs/storage';
import { ulid } from 'ulid';
import { until } from '../../common/until.js';
import { settingsOf, type Env } from '../verdict/stored-files.js';

const WRITTEN_MS = 60_000;
const HOUR_MS = 3_600_000;
const ULID = /\b[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** A finished VOD of an installation, with all its objects. */
export interface Template {
  readonly manifest: Manifest;
  readonly objects: ReadonlyMap<string, Buffer>;
  /** SHA-256 of its file. */
  readonly digest: string;
}

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Reads a VOD from storage once its manifest lists its file. */
export async function readTemplate(env: Env, uuid: string, signal: AbortSignal): Promise<Template> {
  const storage = await openStorage(settingsOf(env));
  try {
    return await until('the manifest contains the finished VOD', { signal, limitMs: WRITTEN_MS }, async () => {
      const objects = new Map<string, Buffer>();
      for await (const { key } of storage.list(objectKeys.vod(uuid))) objects.set(key, await storage.read(key));
      const newest = [...objects.keys()]
        .filter((key) => key.startsWith(`${objectKeys.vod(uuid)}manifest/`))
        .sort()
        .at(-1);
      const manifest = Manifest.parse(JSON.parse((objects.get(newest ?? '') ?? '{}').toString()));
      const file = objects.get(manifest.files[0]?.key ?? '');
      return (
        manifest.vod['state'] === 'finalized' && file !== undefined && { manifest, objects, digest: digestOf(file) }
      );
    });
  } finally {
    await storage.close();
  }
}

export type SeedChannel = Pick<Channel, 'uuid' | 'internalName'> & { readonly vods: number };

/**
 * Writes copies of a VOD to storage, each under its own names, for a scan to add to the library. Their start times are
 * one hour apart.
 */
export async function putCopies(env: Env, template: Template, channels: readonly SeedChannel[]): Promise<void> {
  const storage = await openStorage(settingsOf(env));
  try {
    for (const channel of channels) {
      for (let n = 0; n < channel.vods; n += 1) {
        for (const [key, body] of copyOf(template, channel, n)) await storage.put(key, body);
      }
    }
  } finally {
    await storage.close();
  }
}

function copyOf({ manifest, objects }: Template, channel: SeedChannel, n: number): Map<string, Buffer> {
  const { vod } = manifest;
  const ids = new Map<string, string>([[vod.uuid, randomUUID()]]);
  const renamed = (text: string): string =>
    text.replaceAll(vod.uuid, ids.get(vod.uuid) ?? '').replace(ULID, (id) => {
      const own = ids.get(id) ?? ulid();
      ids.set(id, own);
      return own;
    });
  const copies = new Map<string, Buffer>();
  for (const [key, body] of objects) {
    if (key.includes('/manifest/')) continue;
    copies.set(renamed(key), /\.(json|ndjson)$/.test(key) ? Buffer.from(renamed(body.toString())) : body);
  }
  const own = Manifest.parse(JSON.parse(renamed(JSON.stringify(manifest))));
  const name = `${channel.internalName}_${String(n)}`;
  const startedAt = new Date(Date.parse(vod.startedAt) + n * HOUR_MS).toISOString();
  const files = own.files.map((file) => ({
    ...file,
    basename: file.basename.replace(vod.basename, name),
    libraryPath: null,
  }));
  const row = {
    ...own.vod,
    channelUuid: channel.uuid,
    channelName: channel.internalName,
    channelDisplay: channel.internalName,
    basename: name,
    streamId: `seed-${own.vod.uuid}`,
    startedAt,
    origin: 'capture',
    download: null,
    folder: '',
  };
  if (files.length !== 1)
    throw new OutsideError(
      untranslated('nothing-in-progress', `the VOD that is copied has ${String(files.length)} files`),
    );
  const whole = { ...own, channel: null, vod: row, files, revision: 1 };
  copies.set(objectKeys.manifest(own.vod.uuid, 1), Buffer.from(JSON.stringify(whole)));
  return copies;
}
