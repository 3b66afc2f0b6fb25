import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type ApiJobRun, defineApiJob } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { type InSameTransaction } from '../../jobs/new-job.js';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import {
  type CheckedClip,
  type ClipCheck,
  ClipCheckRepository,
} from '../../persistence/repositories/clip-check.repository.js';
import {
  type DamagedObject,
  FileCheckRepository,
  type VodCheck,
} from '../../persistence/repositories/file-check.repository.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { ClipObjects, withObject } from './clip-objects.js';
import { DamagedObjects } from './damaged-objects.js';
import { type CheckedObject, ObjectCheck } from './object-check.js';
import { isOfParts, isPartMedia, objectOfFile, objectOfKey, type StoredObject } from './stored-object.js';
import { besideVideo, VodObjects } from './vod-objects.js';

const VERIFY = defineApiJob('verify', z.strictObject({}));
/** One run reads at most this much. */
const MAX_BYTES = 100_000_000_000;
/** An object is verified again after this time. */
const AGAIN_MS = 30 * 86_400_000;
/** The position within a VOD is saved after this many objects. */
const SAVE_EVERY = 100;

/** A run, with what it has read so far. */
interface Run extends Pick<ApiJobRun<unknown>, 'signal' | 'say' | 'progress'> {
  objects: number;
  bytes: number;
  damaged: number;
}

/**
 * Reads stored objects and compares them with what they were stored as: files and finished chats with length and
 * checksum, segments with their names, chunks of chat with the number of their messages, clips with their length. An object that was stored
 * without a checksum gets the one that it has now. Deletes nothing.
 */
@Injectable()
export class VerifyFilesJob {
  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly rows: FileCheckRepository,
    private readonly clipRows: ClipCheckRepository,
    private readonly vods: VodRepository,
    private readonly objects: VodObjects,
    private readonly clips: ClipObjects,
    private readonly checks: ObjectCheck,
    private readonly damage: DamagedObjects,
  ) {
    apiJobs.register(VERIFY, ({ signal, say, progress }) =>
      this.run({ signal, say, progress, objects: 0, bytes: 0, damaged: 0 }),
    );
  }

  /** @returns name of the job @throws UserError `job-running` (409) */
  start(also: InSameTransaction): Promise<string> {
    return this.apiJobs.add(VERIFY, { name: 'verify_files', title: message('job.title.files'), input: {} }, also);
  }

  private async run(run: Run): Promise<Message> {
    for (const known of await this.damage.all()) await this.recheck(known, run);
    for (const known of await this.damage.damagedClips()) await this.verifyClip(known, run);
    await this.damage.endNoticesOfDeleted();
    const before = new Date(Date.now() - AGAIN_MS);
    while (run.bytes < MAX_BYTES && (await this.verifyNext(before, run)));
    const gb = (run.bytes / 1e9).toFixed(1);
    return run.damaged === 0
      ? message('job.files-verified', { n: run.objects, gb })
      : message('job.files-damaged', { n: run.objects, gb, damaged: run.damaged });
  }

  /** Verifies what was not verified for the longest time. @returns false if nothing is due */
  private async verifyNext(before: Date, run: Run): Promise<boolean> {
    run.signal.throwIfAborted();
    const [vod, file, clip] = [
      await this.rows.nextVod(before),
      await this.rows.nextFile(before),
      await this.clipRows.next(before),
    ];
    const [first] = [
      vod && { at: vod.verifiedAt, verify: () => this.verifyVod(vod, run) },
      file && { at: file.verifiedAt, verify: () => this.verifyFile(file, run) },
      clip && { at: clip.verifiedAt, verify: () => this.verifyClip(clip, run) },
    ]
      .filter((due) => due !== null)
      .toSorted((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0));
    await first?.verify();
    return first !== undefined;
  }

  private async verifyClip(check: ClipCheck, run: Run): Promise<void> {
    let found: CheckedClip = { crcs: {}, damaged: [] };
    for (const object of await this.clips.of(check)) {
      const { read, fault } = await this.read(object, run);
      found = withObject(found, object, { read, fault });
    }
    if (found.damaged.length > 0 && !(await this.clips.isCurrent(check.clip))) return;
    for (const { name, fault } of found.damaged) this.count(name, fault, run);
    await this.damage.saveClip(check, found);
  }

  private async verifyFile(file: FileEntity, run: Run): Promise<void> {
    const crc32 = await this.verify(file.vodUuid, objectOfFile(file), run);
    await this.rows.saveVerified(file, crc32);
  }

  /** Continues where the run before was interrupted. */
  private async verifyVod(check: VodCheck, run: Run): Promise<void> {
    const vod = await this.vods.find(check.vodUuid);
    if (!vod) return;
    const { uuid } = vod;
    let { after } = check;
    if (after === '') await this.findMissing(vod, run);
    let unsaved = 0;
    for await (const object of this.objects.ofParts(uuid, after, run.signal)) {
      await this.verify(uuid, object, run);
      after = object.key;
      unsaved += 1;
      const isFull = run.bytes >= MAX_BYTES;
      if (unsaved % SAVE_EVERY === 0 || isFull) await this.rows.saveCursor(uuid, after, check.crcs);
      if (isFull) return;
    }
    const crcs: Record<string, string> = {};
    for (const object of besideVideo(vod, check.crcs)) {
      const crc32 = await this.verify(uuid, object, run);
      const known = object.crc32 ?? crc32;
      if (known !== null) crcs[object.key] = known;
    }
    await this.rows.saveCursor(uuid, null, crcs);
  }

  private async findMissing({ uuid }: VodEntity, run: Run): Promise<void> {
    for await (const object of this.objects.missing(uuid)) await this.verify(uuid, object, run);
  }

  /** Reads a damaged object again: it may be repaired, replaced or deleted. */
  private async recheck({ key, vodUuid, name }: DamagedObject, run: Run): Promise<void> {
    run.signal.throwIfAborted();
    const stored = await this.storedAs(vodUuid, key);
    if (stored) await this.verify(vodUuid, stored, run);
    else await this.damage.save({ key, vodUuid, name }, null);
  }

  /** What is known of a stored object; null if nothing refers to it any more. */
  private async storedAs(vodUuid: string, key: string): Promise<StoredObject | null> {
    const file = await this.rows.fileOf(key);
    if (file) return objectOfFile(file);
    const vod = await this.vods.find(vodUuid);
    if (!vod || isGivenUp(vod, key)) return null;
    return isOfParts(vodUuid, key) ? objectOfKey(key) : (besideVideo(vod, {}).find((one) => one.key === key) ?? null);
  }

  /** @returns the checksum of an object that is as it was stored; null for any other */
  private async verify(vodUuid: string, object: StoredObject, run: Run): Promise<string | null> {
    const { key, name } = object;
    const { read, fault } = await this.read(object, run);
    // What is deleted or replaced meanwhile is not damaged.
    const isDamaged = fault !== null && (await this.storedAs(vodUuid, key)) !== null;
    await this.damage.save({ key, vodUuid, name }, isDamaged ? fault : null);
    if (!isDamaged) return read?.crc32 ?? null;
    this.count(name, fault, run);
    return null;
  }

  private async read(object: StoredObject, run: Run): Promise<CheckedObject> {
    run.signal.throwIfAborted();
    const checked = await this.checks.check(object, run.signal);
    run.objects += 1;
    run.bytes += checked.read?.bytes ?? 0;
    run.progress(Math.min(0.99, run.bytes / MAX_BYTES), message('job.n-files', { n: run.objects }));
    return checked;
  }

  private count(name: string, fault: Message, run: Run): void {
    run.damaged += 1;
    run.say(message('job.name-remark', { name, remark: fault }));
  }
}

/** Whether the object will be deleted, or may still be written. */
const isGivenUp = ({ segmentsGone, assigned }: VodEntity, key: string): boolean =>
  isPartMedia(key) && (segmentsGone || assigned);
