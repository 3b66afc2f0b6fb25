import { objectKeys } from '#libs/contracts';
import { localizedOf, messageOf, OutsideError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { LostLibrary } from './lost-library.js';
import { OrphanVod } from './orphan-vod.js';
import { RepairVod } from './repair-vod.js';
import { RestoreVod } from './restore-vod.js';
import { ScanRepository } from '../../persistence/repositories/scan.repository.js';
import { StoredManifests } from './stored-manifests.js';
import { type VodInventory, vodInventories } from './vod-inventory.js';

interface ScanRequest {
  readonly channelUuid: string | null;
  /** VODs and clips with a tombstone when the scan started. */
  readonly deletedUuids: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly progress: (done: number, note: Message) => void;
  readonly say: (line: Message) => void;
}
interface ScanCounts {
  found: number;
  restored: number;
  repaired: number;
}
/** Result for one VOD; null: the scan does not cover it. */
type Outcome = 'there' | 'repaired' | 'restored' | null;

/** Scans the VODs on storage in one pass over its listing. Only one VOD is in memory at a time. */
@Injectable()
export class StoredVods {
  private readonly log = new Logger('scan');

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly vods: VodRepository,
    private readonly rows: ScanRepository,
    private readonly manifests: StoredManifests,
    private readonly restoring: RestoreVod,
    private readonly orphans: OrphanVod,
    private readonly repairing: RepairVod,
    private readonly lost: LostLibrary,
  ) {}

  async scan(request: ScanRequest): Promise<ScanCounts> {
    const total = await this.count(request.signal);
    const result: ScanCounts = { found: 0, restored: 0, repaired: 0 };
    const unseen = new Set(await this.rows.vodUuids(request.channelUuid));
    let done = 0;
    for await (const stored of vodInventories(this.storage.list(objectKeys.vods(), { signal: request.signal }))) {
      request.signal.throwIfAborted();
      unseen.delete(stored.uuid);
      if (!request.deletedUuids.has(stored.uuid)) countOutcome(result, await this.restoreOrLog(stored, request));
      done += 1;
      request.progress(
        Math.min(0.95, done / Math.max(1, total)),
        message('job.vods-looked-of-all', { n: done, all: total }),
      );
    }
    for (const uuid of unseen) {
      request.signal.throwIfAborted();
      countOutcome(
        result,
        await this.restoreOrLog({ uuid, revisions: [], hasParts: false, files: new Set(), bytes: NO_BYTES }, request),
      );
    }
    await this.lost.check(); // resolves the notice if the library is restored
    return result;
  }

  /** A VOD that cannot be restored does not stop the scan. Unavailable storage or an unavailable database does. */
  private async restoreOrLog(stored: VodInventory, request: ScanRequest): Promise<Outcome> {
    try {
      return await this.restoreOrRepair(stored, request);
    } catch (thrown) {
      request.signal.throwIfAborted();
      if (thrown instanceof OutsideError) throw thrown;
      this.log.error(
        `VOD ${stored.uuid}: not restored: ${messageOf(thrown)}`,
        thrown instanceof Error ? thrown.stack : undefined,
      );
      request.say(message('job.could-not-read', { name: stored.uuid, remark: localizedOf(thrown) }));
      return null;
    }
  }

  private async restoreOrRepair(stored: VodInventory, { channelUuid }: ScanRequest): Promise<Outcome> {
    const row = await this.vods.find(stored.uuid);
    if (row && isOfAnother(row, channelUuid)) return null;
    const [highest = 0] = stored.revisions;
    // A manifest is newer than the row: the database is older than storage.
    const isBehind = !row || highest > row.manifestRevision;
    const isBack = isBehind && (await this.restoreVod(stored, { channelUuid, isKnown: row !== null }));
    const now = isBehind ? await this.vods.find(stored.uuid) : row;
    if (!now) return null;
    const isRepaired = await this.repairing.run(now, stored);
    return isBack ? 'restored' : isRepaired ? 'repaired' : 'there';
  }

  private async restoreVod(
    stored: VodInventory,
    { channelUuid, isKnown }: { readonly channelUuid: string | null; readonly isKnown: boolean },
  ): Promise<boolean> {
    if (!isKnown && (await this.manifests.isDeleted(stored.uuid))) return false;
    const [highest = 0] = stored.revisions;
    const manifest = await this.manifests.newest(stored.uuid, stored.revisions);
    if (!manifest) return !isKnown && channelUuid === null && stored.hasParts && this.orphans.run(stored.uuid);
    if (isOfAnother(manifest.vod, channelUuid)) return false;
    const isBack = await this.restoring.run(manifest, highest);
    await this.rows.raiseRevision(stored.uuid, highest);
    return isBack;
  }

  private async count(signal: AbortSignal): Promise<number> {
    let total = 0;
    for await (const _ of this.storage.names(objectKeys.vods())) {
      signal.throwIfAborted();
      total += 1;
    }
    return total;
  }
}

/** Whether the scan is for another channel. */
const isOfAnother = (vod: { readonly channelUuid: string }, channelUuid: string | null): boolean =>
  channelUuid !== null && vod.channelUuid !== channelUuid;

const NO_BYTES = { segments: 0, files: 0, chat: 0, other: 0 };

function countOutcome(result: ScanCounts, outcome: Outcome): void {
  if (outcome === null) return;
  result.found += 1;
  if (outcome !== 'there') result[outcome] += 1;
}
