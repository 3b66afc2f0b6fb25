import {
  chatDownloadJob,
  chatDumpJob,
  chatFileJob,
  clipDownloadJob,
  encodeJournal,
  jobCancel,
  type JobTry,
  mediaPlaceOf,
  objectKeys,
  type SegmentInfo,
  segmentName,
  videoDownloadJob,
} from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { type TestApp, eventually } from '../../testing/test-app.js';
import { FakeWorker, type JobCommand } from '../../testing/fake-worker.js';

type Command = JobCommand<typeof videoDownloadJob>;
export type DumpCommand = JobCommand<typeof chatDumpJob>;
interface Workers {
  readonly videos: FakeWorker<typeof videoDownloadJob>;
  readonly chatDownloads: FakeWorker<typeof chatDownloadJob>;
  readonly chatDumps: FakeWorker<typeof chatDumpJob>;
  readonly clipDownloads: FakeWorker<typeof clipDownloadJob>;
  readonly chatFiles: FakeWorker<typeof chatFileJob>;
}

/** Fakes the recorders of an installation, and the converter that makes the files of chat dumps. */
export class FakeRecorder {
  /** Job names of all end requests that were received, in order. */
  readonly endRequested: string[] = [];
  private readonly stopListening: () => void;

  private constructor(
    private readonly app: TestApp,
    private readonly workers: Workers,
  ) {
    this.stopListening = app.bus.onPulse(jobCancel, '*', ({ jobName }) => {
      this.endRequested.push(jobName);
    });
  }

  static async start(app: TestApp): Promise<FakeRecorder> {
    return new FakeRecorder(app, {
      videos: await FakeWorker.start(app, videoDownloadJob),
      chatDownloads: await FakeWorker.start(app, chatDownloadJob),
      chatDumps: await FakeWorker.start(app, chatDumpJob),
      clipDownloads: await FakeWorker.start(app, clipDownloadJob),
      chatFiles: await FakeWorker.start(app, chatFileJob),
    });
  }

  get chatDownloads(): Workers['chatDownloads'] {
    return this.workers.chatDownloads;
  }
  get clipDownloads(): Workers['clipDownloads'] {
    return this.workers.clipDownloads;
  }

  get commands(): readonly Command[] {
    return this.workers.videos.commands;
  }
  get chats(): readonly JobCommand<typeof chatDownloadJob>[] {
    return this.workers.chatDownloads.commands;
  }
  get dumps(): readonly DumpCommand[] {
    return this.workers.chatDumps.commands;
  }
  get clips(): readonly JobCommand<typeof clipDownloadJob>[] {
    return this.workers.clipDownloads.commands;
  }

  async stop(): Promise<void> {
    this.stopListening();
    const { videos, chatDownloads, chatDumps, clipDownloads, chatFiles } = this.workers;
    for (const worker of [videos, chatDownloads, chatDumps, clipDownloads, chatFiles]) await worker.stop();
  }

  /** Waits for a command of a job. @param tries number of the command, from 1 */
  command(jobName: string, tries = 1): Promise<Command> {
    return this.workers.videos.command(jobName, tries);
  }

  begins(tried: JobTry): Promise<void> {
    return this.workers.videos.started(tried);
  }

  fails(tried: JobTry, reason: string, waiting = false): Promise<void> {
    return this.workers.videos.failed(tried, reason, waiting);
  }

  /** Reports the end of a dump with the time stored in its end object, and takes the command to make its file. */
  async chatFileOf({ jobName, attempt, input }: DumpCommand): Promise<JobCommand<typeof chatFileJob>> {
    const end = await this.app.storage.read(objectKeys.chatDumpEnd(input.workPrefix));
    const { at: endedAt } = JSON.parse(end.toString()) as { at: number };
    const before = this.workers.chatFiles.commands.length;
    await this.workers.chatDumps.done({ jobName, attempt }, { endedAt });
    return eventually(
      () => Promise.resolve(this.workers.chatFiles.commands.slice(before).find((c) => c.jobName === jobName)),
      `the command to make the file of ${jobName}`,
    );
  }

  /** Writes the file of a dump as the given run, and reports it. @returns its key */
  async writeDumpFile(
    { jobName, attempt, input: { source } }: JobCommand<typeof chatFileJob>,
    {
      run = '01',
      messages = 1,
      warnings = [],
    }: { readonly run?: string; readonly messages?: number; readonly warnings?: string[] } = {},
  ): Promise<string> {
    if (source.from !== 'dump') throw new RangeError('not the file of a dump');
    const key = objectKeys.chatDumpFile(source.outKey, run);
    await this.app.storage.put(key, Buffer.from(`{"comments":[],"run":"${run}"}`));
    await this.workers.chatFiles.done(
      { jobName, attempt },
      { key, sizeBytes: 15, messages, pictures: 0, warnings: warnings.map(verbatim) },
    );
    return key;
  }

  /** Reports the number of stored bytes. */
  grows(tried: JobTry, bytes: number): Promise<void> {
    return this.workers.videos.interim(tried, { bytes });
  }

  /** Writes segments of 2 s without an end of the part. */
  async writes(command: Command, count: number): Promise<number> {
    const { vodUuid, partId, startedAt } = command.input;
    const at = mediaPlaceOf(command.input);
    let bytes = 0;
    for (let seq = 0; seq < count; seq += 1) {
      const body = Buffer.from(`segment ${seq}`);
      const info: SegmentInfo = {
        epoch: 0,
        seq,
        ptsMs: seq * 2000,
        durMs: 2000,
        bytes: body.length,
        pdtMs: startedAt + seq * 2000,
        crc: seq.toString(16).padStart(8, '0'),
        ext: 'ts',
      };
      await this.app.storage.put(objectKeys.segment(at, partId, segmentName(info)), body);
      bytes += body.length;
    }
    await this.app.storage.put(
      objectKeys.journalPage(at, partId, 0),
      Buffer.from(
        encodeJournal([
          {
            t: 'part',
            partId,
            vodUuid,
            recorder: 'n/0',
            startedAt: Date.now(),
            rendition: '720p60',
            width: 1280,
            height: 720,
            fps: 60,
            targetDurationMs: 2000,
          },
          { t: 'epoch', epoch: 0, cause: 'start', startAt: startedAt, firstPtsMs: 0, initCrc: null, container: 'ts' },
        ]),
      ),
    );
    return bytes;
  }

  async ends(command: Command, count: number): Promise<void> {
    const bytes = await this.writes(command, count);
    await this.app.storage.put(
      objectKeys.journalPage(mediaPlaceOf(command.input), command.input.partId, 1),
      Buffer.from(encodeJournal([{ t: 'end', cause: 'endlist', at: Date.now(), segments: count, bytes, reason: '' }])),
    );
    await this.workers.videos.done(command, { segments: count, bytes, mediaMs: count * 2000, missingMs: 0 });
  }
}
