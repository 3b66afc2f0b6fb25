import { SELF_TEST_KIND } from '#libs/contracts';
import { localizedOf, UserError } from '#libs/errors';
import { type Message, message, verbatim } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Outbox } from '../../persistence/repositories/outbox.repository.js';
import { Transactions, type Tx } from '../../persistence/database/tx.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { deletedJob } from '../../views/deleted-job.js';
import { LivePictures } from '../../vods/live-pictures.js';
import { type LibraryName, Tombstones } from '../../workflows/tombstones.js';
import { type JobEntity } from '../../persistence/entities/job.entity.js';
import { JobRepository } from '../../persistence/repositories/job.repository.js';
import { DELETE, type Rest } from './delete-job.js';
import { refuseWhileRecorded, VOD_MISSING } from '../../vods/vod-faults.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

/** Work in the transaction of the deletion. */
interface InSameTransaction {
  /** Called under the lock of the VOD. @throws UserError if the VOD must stay */
  readonly check?: (tx: Tx) => Promise<void>;
  /** Called after the deletion. */
  readonly also?: (rest: Rest, tx: Tx) => Promise<void>;
}
interface DeletionResult {
  readonly basename: string;
  readonly objects: number;
  readonly bytes: number;
}

/** Deletes a VOD: tombstone, row, then objects. If the process crashes in between, the sweeper deletes the rest. */
@Injectable()
export class DeleteVod {
  private readonly log = new Logger('vod');

  constructor(
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly jobs: JobRepository,
    private readonly outbox: Outbox,
    private readonly tombstones: Tombstones,
    private readonly apiJobs: ApiJobs,
    private readonly pictures: LivePictures,
    private readonly notifier: UiNotifier,
  ) {}

  /**
   * Deletes a VOD and waits until all its objects are deleted.
   * @returns what the deletion freed
   * @throws UserError `vod-missing` (404), `vod-capturing` (409), `vod-protected`
   */
  async run(uuid: string, within?: InSameTransaction): Promise<DeletionResult> {
    const rest = await this.deleteRows(uuid, within);
    return { basename: rest.basename, ...(await this.deleteObjects(rest)) };
  }

  /**
   * Deletes one of many VODs, like {@link run}, but skips a VOD that must not be deleted.
   * @param say receives the result and its reason
   * @returns null if the VOD was skipped
   */
  async runOrReport(
    { uuid, basename }: Pick<VodEntity, 'uuid' | 'basename'>,
    say: (line: Message) => void,
    within?: InSameTransaction,
  ): Promise<DeletionResult | null> {
    try {
      const deleted = await this.run(uuid, within);
      say(message('job.name-deleted', { name: basename }));
      return deleted;
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      say(message('job.stays', { name: basename, remark: localizedOf(thrown) }));
      return null;
    }
  }

  /**
   * Deletes a VOD at once for all clients; a job deletes its objects.
   * @returns name of the job
   * @throws as {@link run}
   */
  async deleteInBackground(uuid: string): Promise<{ readonly basename: string; readonly job: string }> {
    const job = `delete_${uuid}`;
    const { basename } = await this.deleteRows(uuid, {
      also: (rest, tx) =>
        this.apiJobs.addIn(
          DELETE,
          { name: job, title: verbatim(rest.basename), input: { what: 'rests', rests: [rest] } },
          tx,
        ),
    });
    this.apiJobs.added(job);
    return { basename, job };
  }

  /** Deletes the objects. Safe to repeat. */
  async deleteObjects(rest: Rest): Promise<{ objects: number; bytes: number }> {
    const { objects, bytes } = await this.tombstones.bury(rest);
    this.log.log(`${rest.basename}: deleted (${objects} objects, ${Math.round(bytes / 1e6)} MB)`);
    return { objects, bytes };
  }

  /**
   * Deletes the row and all rows that depend on it. The caller must pass the result to {@link deleteObjects}.
   * @throws as {@link run}
   */
  async deleteRows(uuid: string, { check, also }: InSameTransaction = {}): Promise<Rest> {
    const vod = requireDeletable(await this.vods.find(uuid));
    const rest = {
      uuid,
      basename: vod.basename,
      names: [
        ...(await this.vods.allFiles([uuid])).flatMap((file) => [file, ...file.subtitles]),
        vod.chat?.file,
        vod.downloadedChat,
        ...vod.sideFiles,
      ].flatMap((f) => namesOf(f)),
    };
    await this.tombstones.put({ ...rest, at: new Date().toISOString() });
    const jobs = await this.transactions.run(async (tx) => {
      // Checks again under the lock: the stream may have resumed.
      requireDeletable(await this.vods.lock(uuid, tx));
      await check?.(tx);
      await this.outbox.unassign(uuid, tx);
      const gone = await this.jobs.removeOf(uuid, tx);
      await this.vods.remove(uuid, tx);
      await also?.(rest, tx);
      return gone;
    });
    this.notifyDeleted(vod, jobs);
    return rest;
  }

  private notifyDeleted({ uuid, basename, channelUuid, providerKind }: VodEntity, jobs: readonly JobEntity[]): void {
    void this.pictures.forget(uuid).catch(() => undefined); // the VOD's prefix includes them
    // The VOD of a self-test was never reported, so its deletion is not reported either.
    if (providerKind !== SELF_TEST_KIND) this.notifier.notify('vod-removed', uuid, { data: { basename, uuid } });
    for (const job of jobs) {
      this.notifier.cancelJob(job.name, message('job.vod-deleted'));
      this.notifier.notify('job-removed', job.name, { data: deletedJob(job) });
    }
    this.notifier.notify('channel', channelUuid);
  }
}

const namesOf = (
  file: { readonly key: string; readonly libraryPath: string | null } | null | undefined,
): LibraryName[] => (file?.libraryPath ? [{ path: file.libraryPath, key: file.key }] : []);

function requireDeletable(vod: VodEntity | null): VodEntity {
  if (!vod) throw VOD_MISSING();
  refuseWhileRecorded(vod);
  if (vod.preventDeletion) throw new UserError(message('error.vod-protected'));
  return vod;
}
