import { type MediaSource, objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { violatesUnique, LOCAL_VIDEO_OF_PATH } from '../../persistence/database/unique-violation.js';
import { Transactions } from '../../persistence/database/tx.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { Probes, type ProbeRequest } from '../probe/probes.js';
import { LocalVideoEntity } from '../../persistence/entities/local-video.entity.js';
import { LocalVideoRepository } from '../../persistence/repositories/local-video.repository.js';
import { type StrayFile, StrayFiles } from './stray-files.js';

const PROBE_OWNER = 'local-video';
type ProbeResult = Partial<Pick<LocalVideoEntity, 'metadata' | 'thumbKey' | 'fault'>>;

/** Videos next to the recordings of a channel: their rows follow the files, and a converter probes them. */
@Injectable()
export class LocalVideos {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: LocalVideoRepository,
    private readonly stray: StrayFiles,
    private readonly probes: Probes,
    private readonly notifier: UiNotifier,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    probes.register(PROBE_OWNER, {
      done: ({ id, attempt, metadata, thumbKey }) => this.saveProbe(id, attempt, { metadata, thumbKey, fault: null }),
      failed: ({ id, attempt, reason }) => this.saveProbe(id, attempt, { fault: reason }),
      open: async (before) =>
        (await this.rows.unmeasured(before)).map((row) => ({ ...this.probeOf(row), attempt: row.probeAttempt ?? '' })),
    });
  }

  /**
   * Updates the rows of a channel to the files that exist now. Safe to repeat and to abort.
   * @returns number of videos
   */
  async scan(channel: ChannelEntity, signal: AbortSignal): Promise<number> {
    const files = await this.stray.of(channel, signal);
    const before = new Map((await this.rows.listOf([channel.uuid])).map((row) => [row.path, row]));
    let changes = 0;
    for (const file of files) {
      signal.throwIfAborted();
      const row = before.get(file.path);
      before.delete(file.path);
      if (row && isSame(row, file)) continue;
      await this.saveFile(channel.uuid, file, row).catch(unlessExists);
      changes += 1;
    }
    for (const gone of before.values()) await this.removeRow(gone);
    if (changes + before.size > 0) this.notifier.notify('channel', channel.uuid);
    return files.length;
  }

  /** Deletes the rows when the operator does not want them any more. The files stay. */
  async removeRows(channelUuid: string): Promise<void> {
    for (const row of await this.rows.listOf([channelUuid])) await this.removeRow(row);
  }

  /** Adds a new file, or updates the row of a file that was replaced. */
  private async saveFile(channelUuid: string, file: StrayFile, before: LocalVideoEntity | undefined): Promise<void> {
    await this.transactions.run(async (tx) => {
      const row =
        before ??
        Object.assign(new LocalVideoEntity(), {
          uuid: randomUUID(),
          channelUuid,
          path: file.path,
          basename: file.path.slice(file.path.lastIndexOf('/') + 1),
          foundAt: new Date(),
          metadata: null,
          thumbKey: null,
        });
      Object.assign(row, {
        sizeBytes: file.sizeBytes,
        modifiedAt: file.modifiedAt,
        fault: null,
        probeAttempt: await this.probes.requestProbe(this.probeOf(row), tx),
      });
      await this.rows.save(row, tx);
    });
  }

  private probeOf({ uuid, path }: LocalVideoEntity): ProbeRequest {
    const source: MediaSource = this.storage.library ? { in: 'library', path } : { in: 'store', key: path };
    return { owner: PROBE_OWNER, id: uuid, source, thumb: (name) => objectKeys.localThumb(uuid, name) };
  }

  private async removeRow({ uuid }: LocalVideoEntity): Promise<void> {
    await this.rows.remove(uuid);
    await this.storage.deletePrefix(objectKeys.localThumb(uuid, ''));
  }

  private async saveProbe(uuid: string, attempt: string, found: ProbeResult): Promise<void> {
    const saved = await this.transactions.run(async (tx) => {
      const row = await this.rows.lock(uuid, tx);
      return row?.probeAttempt === attempt
        ? this.rows.save(Object.assign(row, found, { probeAttempt: null }), tx)
        : null;
    });
    if (saved) this.notifier.notify('channel', saved.channelUuid);
  }
}

/** Ignores the conflict if a parallel scan added the same file. */
function unlessExists(thrown: unknown): void {
  if (!violatesUnique(thrown, LOCAL_VIDEO_OF_PATH)) throw thrown;
}

const isSame = (row: LocalVideoEntity, file: StrayFile): boolean =>
  row.sizeBytes === file.sizeBytes && Math.abs(row.modifiedAt.getTime() - file.modifiedAt.getTime()) < 1000;
