import { objectKeys } from '#libs/contracts';
import { type ObjectInfo } from '#libs/storage';
import { kindOf, type ObjectKind } from '../space/object-kind.js';

/** The objects of one VOD on storage. Segments are only counted: a day of them is 43,200 objects. */
export interface VodInventory {
  readonly uuid: string;
  /** Revisions of the manifests, highest first. */
  readonly revisions: readonly number[];
  readonly hasParts: boolean;
  readonly files: ReadonlySet<string>;
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
  let open: InventoryCollector | null = null;
  for await (const { key, sizeBytes } of objects) {
    const [, uuid, rest] = VOD_KEY.exec(key) ?? [];
    if (uuid === undefined || rest === undefined) continue;
    if (open && open.uuid !== uuid) {
      yield open.done();
      open = null;
    }
    open ??= new InventoryCollector(uuid);
    open.take(rest, sizeBytes);
  }
  if (open) yield open.done();
}

class InventoryCollector {
  private readonly revisions: number[] = [];
  private readonly files = new Set<string>();
  private readonly bytes: Record<ObjectKind, number> = { segments: 0, files: 0, chat: 0, other: 0 };
  private hasParts = false;

  constructor(readonly uuid: string) {}

  take(rest: string, sizeBytes: number): void {
    const revision = MANIFEST.exec(rest)?.[1];
    if (revision !== undefined) this.revisions.push(Number(revision));
    const kind = kindOf(rest);
    if (kind === 'files') this.files.add(objectKeys.vod(this.uuid) + rest);
    this.hasParts ||= rest.startsWith('parts/');
    this.bytes[kind] += sizeBytes;
  }

  done(): VodInventory {
    const { uuid, files, bytes, hasParts } = this;
    return { uuid, files, bytes, hasParts, revisions: this.revisions.sort((a, b) => b - a) };
  }
}
