import { readFile } from 'node:fs/promises';
import { Controller, Inject } from '@nestjs/common';
import { OnCommand } from '#libs/bus';
import { contactSheetJob, type JobResult } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { contactSheet, FileServer } from '#libs/media';
import { message } from '#libs/messages';
import { type Delivered, type JobCommand, type RunningJob, STORAGE, WorkerJobRunner } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { WorkFolder } from '../core/work-folder.js';

type Job = RunningJob<typeof contactSheetJob>;

/** Makes the contact sheet of a finished file. */
@Controller()
export class ContactSheetHandler {
  constructor(
    private readonly runner: WorkerJobRunner,
    private readonly work: WorkFolder,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  @OnCommand(contactSheetJob.command)
  run(command: JobCommand<typeof contactSheetJob>, delivered: Delivered): Promise<void> {
    return this.runner.run(contactSheetJob, { command, delivered }, { run: (job) => this.make(job) });
  }

  private async make({ input, attempt, signal, count }: Job): Promise<JobResult<typeof contactSheetJob>> {
    const { fileKey, outKey, columns, rows } = input;
    const found = await this.storage.head(fileKey);
    if (!found) throw new UserError(message('error.file-missing'));
    const all = columns * rows;
    const progress = count({ total: all });
    const names = { out: `${attempt}.png`, one: (n: number | '%d') => `${attempt}-${String(n)}.png` };
    await using server = await FileServer.start({
      sizeBytes: found.sizeBytes,
      extension: fileKey.slice(fileKey.lastIndexOf('.') + 1),
      open: async (range, until) => (await this.storage.get(fileKey, range, until)).stream,
    });
    try {
      await contactSheet({
        ...input,
        file: server.url,
        outPath: this.work.file(names.out),
        scratch: this.work.file(names.one('%d')),
        signal,
        onPicture: (n) => {
          progress.move(n, message('job.n-of-all', { n, all }));
        },
      });
      const body = await readFile(this.work.file(names.out));
      await this.storage.put(outKey, body, { contentType: 'image/png', signal });
      return { key: outKey, sizeBytes: body.length };
    } catch (thrown) {
      throw server.failure ?? thrown;
    } finally {
      for (let n = 0; n < all; n += 1) await this.work.remove(names.one(n));
      await this.work.remove(names.out);
    }
  }
}
