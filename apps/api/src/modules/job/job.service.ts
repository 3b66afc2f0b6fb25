import { PULSES } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { Bus } from '#libs/bus';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { ViewLoader } from '../../views/view-loader.service.js';
import { ChatRows } from '../../chat/chat-rows.js';
import { captureJobName } from './job-names.js';
import { Recording } from '../../workflows/recording.js';
import { Sealing } from '../../workflows/sealing.js';
import { type VodEntity } from '../vod/vod.entity.js';
import { JobRepository } from './job.repository.js';

const missing = (name: string) => new UserError('job-missing', `Job '${name}' not found`, { status: 404 });

/** Stopping, clearing and retrying jobs, and their progress as workers tell it. */
@Injectable()
export class JobService implements OnModuleDestroy {
  private stop: () => void = () => undefined;

  constructor(
    private readonly jobs: JobRepository, private readonly views: ViewLoader, private readonly recording: Recording, private readonly sealing: Sealing,
    private readonly bus: Bus, private readonly bell: UiBell, private readonly chats: ChatRows,
  ) {}

  start(): void {
    this.stop = this.bus.onPulse(PULSES.jobPulse, '*', async (p) => {
      const told = { progress: p.progress, rate: p.rate, unit: p.unit, leftMs: p.leftMs, note: p.note, node: p.worker, pid: p.pid, updatedAt: new Date(p.at) };
      if (await this.jobs.progress(p.jobName, told)) this.bell.ring('job', p.jobName, { actions: ['job_progress'] });
    });
  }

  onModuleDestroy(): void {
    this.stop();
  }

  /** Stops every job whose name fits. @param pattern a name; with `*` at its end all that start so (v0) @throws UserError `job-missing` (404) */
  async cancel(pattern: string): Promise<number> {
    const names = (await this.views.allJobs()).filter((j) => fits(pattern, j.name) && j.can_cancel).map((j) => j.name);
    if (names.length === 0) throw missing(pattern);
    const captures = new Map((await this.views.captures()).map((v) => [captureJobName(v), v]));
    for (const name of names) {
      const capture = captures.get(name);
      if (capture) await this.recording.end(capture.uuid, 'the operator stopped it', { aborted: true });
      else await this.cancelWork(name);
    }
    return names.length;
  }

  /** Forgets ended jobs. @throws UserError `job-missing` (404), `job-running` (409) */
  async clear(pattern: string): Promise<number> {
    const found = (await this.jobs.all()).filter((j) => fits(pattern, j.name));
    if (found.length === 0) throw missing(pattern);
    const ended = found.filter((j) => j.status === 'STOPPED' || j.status === 'ERROR');
    if (ended.length === 0) throw new UserError('job-running', 'This job is still running; stop it first.', { status: 409 });
    for (const job of ended) {
      await this.jobs.remove(job.name);
      this.bell.ring('job-removed', job.name);
    }
    return ended.length;
  }

  /** @throws UserError `job-missing` (404), `job-running` (409) */
  async retry(name: string): Promise<void> {
    const job = await this.jobs.find(name);
    if (!job || job.vodUuid === null) throw missing(name);
    if (job.status === 'RUNNING' || job.status === 'WAITING') throw new UserError('job-running', 'This job is running or queued already.', { status: 409 });
    const isChat = job.kind === 'chat';
    const vod = isChat ? await this.chats.redo(job.vodUuid) : await this.recording.resetConversion(job.vodUuid);
    if (!vod) throw new UserError('job-running', 'Its VOD is being recorded again.', { status: 409 });
    if (!isChat) await this.sealing.convert(vod);
  }

  private async cancelWork(name: string): Promise<void> {
    const job = await this.jobs.find(name);
    if (!job) return;
    this.bus.pulse(PULSES.jobCancel, { jobName: name, reason: 'stopped by the operator' });
    job.say('stopped by the operator');
    await this.jobs.save(Object.assign(job, { status: 'STOPPED', note: 'stopped by the operator', endedAt: new Date(), updatedAt: new Date(), pid: null }));
    if (job.vodUuid !== null) await (job.kind === 'chat' ? this.chats.stop(job.vodUuid) : this.recording.change(job.vodUuid, stopConversion));
    this.bell.ring('job', name);
  }
}

/** Only what is queued or runs can be stopped: one that was done first stays done. */
function stopConversion(vod: VodEntity): boolean {
  if (vod.convertState !== 'queued' && vod.convertState !== 'running') return false;
  Object.assign(vod, { convertState: 'failed', convertAttempt: null, convertReason: 'The conversion was stopped. The VOD still plays from its segments.' });
  return true;
}

const fits = (pattern: string, name: string): boolean => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern);
