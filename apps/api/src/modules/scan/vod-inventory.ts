import { objectKeys } from '#libs/contracts';
import { type ObjectInfo } from '#libs/storage';
import { kindOf, type ObjectKind } from '../space/object-kind.js';

/** The objects of one VOD on storage. It does not list segments, because a day of them is 43,200 objects. */
export interface VodInventory {
  readonly uuid: string;
  /** Revisions of the manifests, highest first. */
  readonly revisions: readonly number[];
  readonly hasParts: boolean;
  /** Keys of the container files. */
  readonly files: ReadonlySet<string>;
  /** Total size of the objects of each kind. */
  readonly bytes: Readonly<Record<ObjectKind, number>>;
}

const VOD_KEY = /^vods\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/(.+)$/;
const MANIFEST = /^manifest\/(\d+)\.json$/;

/**
 * Groups a listing of `vods/` by VOD; the objects of one VOD are adjacent. Only one VOD is in memory at a time. Skips
 * objects that belong to no VOD.
 */
export async function* vodInventories(
  objects: AsyncIterable<Pick<ObjectInfo, 'key' | 'sizeBytes'>>,
): AsyncGenerator<VodInventory, void, undefined> {
  let current: InventoryCollector | null = null;
  for await (const { key, sizeBytes } of objects) {
    const [, uuid, path] = VOD_KEY.exec(key) ?? [];
    if (uuid === undefined || path === undefined) continue;
    if (current && current.uuid !== uuid) {
      yield current.inventory();
      current = null;
    }
    current ??= new InventoryCollector(uuid);
    current.add(path, sizeBytes);
  }
  if (current) yield current.inventory();
}

class InventoryCollector {
  private readonly revisions: number[] = [];
  private readonly files = new Set<string>();
  private readonly bytes: Record<ObjectKind, number> = { segments: 0, files: 0, chat: 0, other: 0 };
  private hasParts = false;

  constructor(readonly uuid: string) {}

  /** @param path the key without the prefix of the VOD */
  add(path: string, sizeBytes: number): void {
    const revision = MANIFEST.exec(path)?.[1];
    if (revision !== undefined) this.revisions.push(Number(revision));
    const kind = kindOf(path);
    if (kind === 'files') this.files.add(objectKeys.vod(this.uuid) + path);
    this.hasParts ||= path.startsWith('parts/');
    this.bytes[kind] += sizeBytes;
  }

  inventory(): VodInventory {
    const { uuid, files, bytes, hasParts } = this;
    return { uuid, files, bytes, hasParts, revisions: this.revisions.sort((a, b) => b - a) };
  }
}
