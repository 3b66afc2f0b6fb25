import { localizedOf, UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { type ApiJobRun, defineApiJob } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { type InSameTransaction } from '../../jobs/new-job.js';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { FileCheckRepository } from '../../persistence/repositories/file-check.repository.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { Notices } from '../../platform/notices.service.js';

const VERIFY = defineApiJob('verify', z.strictObject({}));
type Run = ApiJobRun<z.infer<typeof VERIFY.schema>>;
/** One run reads at most this much and this fast, so that recordings and viewers do not notice it. */
const MAX_BYTES = 100_000_000_000;
const BYTES_PER_MS = 20_000;
/** A file is verified again after this time. */
const AGAIN_MS = 30 * 86_400_000;

/**
 * Reads stored files and compares them with the length and the checksum that they were stored with. A file without a
 * checksum gets the one that it has now.
 */
@Injectable()
export class VerifyFilesJob {
  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly files: FileCheckRepository,
    private readonly vods: VodRepository,
    private readonly notices: Notices,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'get' | 'head'>,
  ) {
    apiJobs.register(VERIFY, (run) => this.run(run));
  }

  /** @returns name of the job @throws UserError `job-running` (409) */
  start(also: InSameTransaction): Promise<string> {
    return this.apiJobs.add(VERIFY, { name: 'verify_files', title: message('job.title.files'), input: {} }, also);
  }

  private async run(run: Run): Promise<Message> {
    const before = new Date(Date.now() - AGAIN_MS);
    let [files, bytes, damaged] = [0, 0, 0];
    for (;;) {
      run.signal.throwIfAborted();
      const file = bytes >= MAX_BYTES ? null : await this.files.next(before);
      if (!file) break;
      const fault = await this.verify(file, run.signal);
      await this.report(file, fault, run);
      files += 1;
      bytes += file.sizeBytes;
      damaged += fault ? 1 : 0;
      run.progress(Math.min(0.99, bytes / MAX_BYTES), message('job.n-files', { n: files }));
    }
    const gb = (bytes / 1e9).toFixed(1);
    return damaged === 0
      ? message('job.files-verified', { n: files, gb })
      : message('job.files-damaged', { n: files, gb, damaged });
  }

  private async report(file: FileEntity, fault: Message | null, { say }: Run): Promise<void> {
    const key = `files-damaged:${file.vodUuid}`;
    if (!fault) {
      await this.notices.resolve(key);
      return;
    }
    const remark = message('job.name-remark', { name: file.basename, remark: fault });
    say(remark);
    const vod = await this.vods.find(file.vodUuid);
    await this.notices.raise({
      key,
      kind: 'files-damaged',
      level: 'error',
      vodUuid: file.vodUuid,
      ...(vod && { channelUuid: vod.channelUuid }),
      title: message('notice.files-damaged.title', { name: vod?.basename ?? file.basename }),
      text: remark,
    });
  }

  /**
   * @returns what is wrong; null if it is as it was stored
   * @throws OutsideError storage is unavailable: the job tries again
   */
  private async verify(file: FileEntity, signal: AbortSignal): Promise<Message | null> {
    const read = await this.read(file, signal);
    const fault = 'fault' in read ? read.fault : faultOf(file, read);
    await this.files.saveVerified(file, 'fault' in read || fault ? null : read.crc32);
    return fault;
  }

  private async read({ key }: FileEntity, signal: AbortSignal): Promise<ReadFile | { readonly fault: Message }> {
    if ((await this.storage.head(key)) === null) return { fault: message('verify.gone') };
    const startedAt = performance.now();
    let [bytes, crc] = [0, 0];
    try {
      for await (const chunk of (await this.storage.get(key, undefined, signal)).stream) {
        const part = chunk as Buffer;
        crc = crc32(part, crc);
        bytes += part.length;
        const ahead = bytes / BYTES_PER_MS - (performance.now() - startedAt);
        if (ahead > 1) await pause(ahead, undefined, { signal });
      }
    } catch (thrown) {
      if (thrown instanceof UserError) return { fault: localizedOf(thrown) };
      throw thrown;
    }
    return { bytes, crc32: crc.toString(16).padStart(8, '0') };
  }
}

interface ReadFile {
  readonly bytes: number;
  readonly crc32: string;
}

function faultOf(file: Pick<FileEntity, 'sizeBytes' | 'crc32'>, read: ReadFile): Message | null {
  if (read.bytes !== file.sizeBytes) return message('verify.size', { want: file.sizeBytes, have: read.bytes });
  if (file.crc32 !== null && read.crc32 !== file.crc32)
    return message('verify.checksum', { want: file.crc32, have: read.crc32 });
  return null;
}
