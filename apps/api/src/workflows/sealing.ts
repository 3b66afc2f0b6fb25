import { COMMANDS, type ConvertTimeline, objectKeys, type Timeline } from '#libs/contracts';
import { buildTimeline, mediaMs, missingMs } from '#libs/domain';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { STORAGE } from '#libs/service-kit';
import { UiBell } from '../core/ui-bell.js';
import { Outbox } from '../db/outbox.repository.js';
import { type Tx } from '../db/tx.js';
import { JobEntity } from '../modules/job/job.entity.js';
import { remuxJobName } from '../modules/job/job-names.js';
import { JobRepository } from '../modules/job/job.repository.js';
import { Settings } from '../modules/settings/settings.service.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { chapterTitle } from './chapter-title.js';
import { PartReader } from './part-reader.js';
import { Recording } from './recording.js';

/** A converter speaks every second; a redelivery after a crash takes 60 s, and a queue may be long. */
const SILENT_MS = 180_000;

/** Closes a recording: its timeline is computed from storage, and its container file is asked for (architecture 5.6, 5.7). */
@Injectable()
export class Sealing {
  private readonly log = new Logger('sealing');

  constructor(
    @Inject(STORAGE) private readonly storage: Storage, private readonly parts: PartReader, private readonly vods: VodRepository, private readonly recording: Recording,
    private readonly outbox: Outbox, private readonly jobs: JobRepository, private readonly settings: Settings, private readonly bell: UiBell,
  ) {}

  /** Seals an ended VOD that has no conversion yet. Safe to repeat: the attempt is decided under the row lock. */
  async seal(vodUuid: string): Promise<void> {
    const vod = await this.vods.find(vodUuid);
    if (!vod || vod.assigned || vod.convertState !== null || vod.state === 'failed') return;
    await this.convert(vod);
  }

  /** Asks for the container file, again if need be. @returns the job's name, null when there is nothing to convert */
  async convert(vod: VodEntity): Promise<string | null> {
    const timeline = buildTimeline(await this.parts.readAll(vod.uuid));
    const attempt = ulid();
    const timelineKey = `${objectKeys.vod(vod.uuid)}timeline/${attempt}.json`;
    const wanted = !this.settings.get('no_vod_convert') && timeline.runs.length > 0;
    if (wanted) await this.storage.put(timelineKey, Buffer.from(JSON.stringify({ vodUuid: vod.uuid, runs: timeline.runs, chapters: [{ offsetMs: 0, title: chapterTitle(vod) }] } satisfies ConvertTimeline)), { contentType: 'application/json' });
    const jobName = remuxJobName(vod);
    const saved = await this.recording.change(vod.uuid, (row) => noteTimeline(row, timeline, vod.version), async (row, tx) => {
      if (timeline.runs.length === 0) { row.convertState = 'failed'; row.convertReason = 'Nothing of it is on storage any more.'; }
      if (!wanted) return;
      row.convertAttempt = attempt;
      row.convertState = 'queued';
      row.convertReason = '';
      await this.queue(row, { jobName, timelineKey }, tx);
    });
    if (!saved) return null;
    this.log.log(`${vod.basename} is sealed: ${Math.round(mediaMs(timeline) / 1000)} s of media, ${timeline.gaps.length} gaps`);
    this.bell.ring('job', jobName);
    return wanted ? jobName : null;
  }

  /** A conversion that nobody has spoken of for long: its message may be lost. It is sent again; while it is still queued the bus takes it as the same one. */
  async queueAgain(vod: VodEntity): Promise<void> {
    const job = await this.jobs.find(remuxJobName(vod));
    const command = COMMANDS.convert.schema.safeParse(job?.command);
    if (!job || !command.success) { await this.recording.resetConversion(vod.uuid); return; }
    if (Date.now() - job.updatedAt.getTime() < SILENT_MS) return;
    this.log.warn(`${vod.basename}: nobody speaks of its conversion; it is asked for again`);
    await this.recording.change(vod.uuid, (row) => row.convertAttempt === command.data.attempt, async (_row, tx) => {
      job.say('nobody spoke of it; asked for again');
      await this.jobs.save(Object.assign(job, { updatedAt: new Date() }), tx);
      await this.outbox.command(COMMANDS.convert, command.data, tx);
    });
  }

  private async queue(vod: VodEntity, { jobName, timelineKey }: { jobName: string; timelineKey: string }, tx: Tx): Promise<void> {
    const container = this.settings.get('vod_container');
    const command = { vodUuid: vod.uuid, jobName, attempt: vod.convertAttempt ?? '', container, basename: vod.basename, channelFolder: vod.channelName, timelineKey } as const;
    const now = new Date();
    const before = await this.jobs.find(jobName, tx);
    const job = Object.assign(new JobEntity(), {
      name: jobName, kind: 'convert', vodUuid: vod.uuid, title: vod.basename, status: 'WAITING', progress: 0, rate: null, unit: 'bytes', leftMs: null, note: 'waits for a converter', log: before?.log ?? [], error: null, node: null, pid: null,
      command: { ...command }, startedAt: now, endedAt: null, updatedAt: now,
    } satisfies Omit<JobEntity, 'say'>);
    job.say('queued: waits for a converter');
    await this.jobs.save(job, tx);
    await this.outbox.command(COMMANDS.convert, command, tx);
  }
}

/** Somebody else was here since (the stream came back, another api sealed it): then this timeline is old. */
function noteTimeline(row: VodEntity, timeline: Timeline, readVersion: number): boolean {
  if (row.assigned || row.version !== readVersion) return false;
  row.mediaMs = mediaMs(timeline);
  row.missingMs = missingMs(timeline);
  row.gaps = timeline.gaps;
  return true;
}
