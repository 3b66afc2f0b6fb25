import { type Storage } from '#libs/storage';
import { UserError } from '#libs/errors';
import { STORAGE } from '#libs/service-kit';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { objectKeys, type VideoMetadata } from '#libs/contracts';
import { message } from '#libs/messages';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Transactions, type Tx } from '../../persistence/database/tx.js';
import { type LibraryName, Tombstones } from '../../workflows/tombstones.js';
import { Probes, type ProbeRequest } from '../probe/probes.js';
import { ClipEntity } from '../../persistence/entities/clip.entity.js';
import { ClipRepository } from '../../persistence/repositories/clip.repository.js';
import { BESIDE_CLIP, companionName, freeBasename } from '../../persistence/entities/clip-place.js';

/**
 * A clip whose media is stored. `key` is below `objectKeys.clip(uuid)`, `folder` is below `saved_clips/`. `basename`
 * includes the extension; a number is added if another clip has the same name.
 */
export interface NewClip {
  readonly uuid: string;
  readonly channelUuid: string | null;
  readonly channelName: string;
  readonly providerKind: string;
  readonly siteId: string;
  readonly folder: string;
  readonly basename: string;
  readonly title: string;
  readonly key: string;
  readonly sizeBytes: number;
  readonly durationMs: number;
  readonly siteClip: Record<string, unknown> | null;
  readonly sourceUrl: string | null;
  /** Time at which the viewer created the clip at the site. */
  readonly createdAt: Date;
  /** Set if the caller has already measured the media; otherwise Vodkeep asks a converter. */
  readonly metadata?: VideoMetadata | null;
}

const PROBE_OWNER = 'clip';
/** Folder of the clips in the library (file driver), next to the channel folders. */
const LIBRARY_FOLDER = 'saved_clips';

/** Saved clips: their rows, their place in the library, and the metadata of their media. */
@Injectable()
export class Clips {
  private readonly log = new Logger('clips');

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: ClipRepository,
    private readonly notifier: UiNotifier,
    private readonly probes: Probes,
    private readonly tombstones: Tombstones,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    probes.register(PROBE_OWNER, {
      done: ({ id, attempt, metadata, thumbKey, videoMs, sizeBytes }) =>
        this.saveMeasurement(id, attempt, { metadata, thumbKey, durationMs: Math.round(videoMs), sizeBytes }),
      failed: ({ id, attempt }) => this.saveMeasurement(id, attempt, {}),
      open: async (before) =>
        (await this.rows.unmeasured(before)).map((row) => ({ ...probeOf(row), attempt: row.probeAttempt ?? '' })),
    });
  }

  /** Adds a downloaded clip to the library. Safe to repeat with the same uuid: returns the existing row. */
  async add(clip: NewClip): Promise<ClipEntity> {
    const saved = await this.transactions.run(
      async (tx) => (await this.rows.lock(clip.uuid, tx)) ?? this.insert(clip, tx),
    );
    if (saved.key !== clip.key) await this.storage.delete([clip.key]); // downloaded again; the existing file stays
    await this.publish(saved.uuid);
    this.notify(saved);
    return saved;
  }

  /** Publishes the clip and the files next to it in the library (file driver) under a readable name. Safe to repeat. */
  async publish(uuid: string): Promise<void> {
    const clip = await this.rows.find(uuid);
    const { library } = this.storage;
    if (!clip || !library || clip.missingSince) return;
    const path =
      clip.libraryPath ??
      (await library.publish(clip.key, { channel: LIBRARY_FOLDER, folder: clip.folder, name: clip.basename }));
    for (const { key, path: beside } of otherFileNames(uuid, path))
      if (await this.storage.head(key)) await library.link(key, beside);
    await this.change(uuid, (row) => {
      if (row.libraryPath === path) return false;
      row.libraryPath = path;
      return true;
    });
  }

  /**
   * Deletes a clip like a VOD: first it writes the tombstone, then it deletes the row, then the objects.
   * @throws UserError `clip-missing` (404)
   */
  async remove(uuid: string): Promise<ClipEntity> {
    const clip = await this.get(uuid);
    const { libraryPath: path, key } = clip;
    const names = path === null ? [] : [{ path, key }, ...otherFileNames(uuid, path)];
    await this.tombstones.put({ uuid, basename: clip.basename, at: new Date().toISOString(), names });
    await this.transactions.run((tx) => this.rows.remove(uuid, tx));
    this.notify(clip);
    await this.tombstones.bury({ uuid, names });
    this.log.log(`clip ${clip.folder}/${clip.basename}: deleted`);
    return clip;
  }

  /** @throws UserError `clip-missing` (404) */
  async get(uuid: string): Promise<ClipEntity> {
    const clip = await this.rows.find(uuid);
    if (!clip) throw new UserError(message('error.clip-missing'), { status: 404 });
    return clip;
  }

  /** Whether a clip of a site is saved and its file exists. */
  hasSavedFile(providerKind: string, siteId: string, tx: Tx): Promise<boolean> {
    return this.rows.hasSavedFile(providerKind, siteId, tx);
  }

  async has(uuid: string): Promise<boolean> {
    return (await this.rows.find(uuid)) !== null;
  }

  /**
   * Changes a clip under its row lock.
   * @returns null if nothing changed or the clip does not exist
   */
  async change(uuid: string, edit: (clip: ClipEntity) => boolean): Promise<ClipEntity | null> {
    const saved = await this.transactions.run(async (tx) => {
      const clip = await this.rows.lock(uuid, tx);
      return clip && edit(clip) ? this.rows.save(clip, tx) : null;
    });
    if (saved) this.notify(saved);
    return saved;
  }

  private async insert({ metadata = null, ...clip }: NewClip, tx: Tx): Promise<ClipEntity> {
    const basename = await freeBasename(clip, (place) => this.rows.exists(place, tx));
    const row = Object.assign(new ClipEntity(), {
      ...clip,
      basename,
      metadata,
      thumbKey: null,
      probeAttempt: null,
      libraryPath: null,
      savedAt: new Date(),
      missingSince: null,
      manifestVersion: 0,
    } satisfies Omit<ClipEntity, 'version'>);
    return this.rows.save(Object.assign(row, { probeAttempt: await this.probes.requestProbe(probeOf(row), tx) }), tx);
  }

  private async saveMeasurement(
    uuid: string,
    attempt: string,
    found: Partial<Pick<ClipEntity, 'metadata' | 'thumbKey' | 'durationMs' | 'sizeBytes'>>,
  ): Promise<void> {
    await this.change(uuid, (row) => {
      if (row.probeAttempt !== attempt) return false;
      Object.assign(row, { ...found, probeAttempt: null });
      return true;
    });
  }

  private notify({ channelUuid }: ClipEntity): void {
    if (channelUuid !== null) this.notifier.notify('channel', channelUuid);
  }
}

const probeOf = ({ uuid, key }: ClipEntity): ProbeRequest => ({
  owner: PROBE_OWNER,
  id: uuid,
  source: { in: 'store', key },
  thumb: (name) => objectKeys.clipThumb(uuid, name),
});
/** Library names of the files next to a clip. @param path of the clip in the library */
const otherFileNames = (uuid: string, path: string): readonly LibraryName[] =>
  BESIDE_CLIP.map((name) => ({ path: companionName(path, name), key: objectKeys.clipFile(uuid, name) }));
