import { type EVENTS, objectKeys, type Payload, type VideoMetadata } from '#libs/contracts';
import { OutsideError, UserError } from '#libs/errors';
import { type Message, message, verbatim, withEnglish } from '#libs/messages';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Tx } from '../../persistence/database/tx.js';
import { defineApiJob, type ApiJobRun } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { isThere } from '../../views/vod-library.presenter.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { Probes } from '../probe/probes.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

const REFRESH = defineApiJob('refresh', z.strictObject({ uuid: z.uuid() }));
const OWNER = 'vod-file';
const POLL_INTERVAL_MS = 200;
/** Timeout for the converters to answer; then the job is retried later. */
const CONVERTER_TIMEOUT_MS = 15 * 60_000;

type Done = Payload<typeof EVENTS.probeDone>;
type Failed = Payload<typeof EVENTS.probeFailed>;

/** Stored with the VOD, because any API may receive the answers. */
interface PendingProbes {
  /** File ids by attempt. */
  readonly open: Readonly<Record<string, string>>;
  readonly fault: Message | null;
}
const NO_PROBES: PendingProbes = { open: {}, fault: null };

/** Lets a converter probe the files of a VOD again: length, tracks, and a thumbnail if there is none. */
@Injectable()
export class RefreshMetadata implements OnModuleInit {
  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly probes: Probes,
    private readonly writer: VodWriter,
    private readonly vods: VodRepository,
  ) {
    probes.register(OWNER, { done: (answer) => this.done(answer), failed: (answer) => this.failed(answer) });
  }

  onModuleInit(): void {
    this.apiJobs.register(REFRESH, (run) => this.work(run));
  }

  /**
   * @returns name of the job
   * @throws UserError `vod-missing` (404), `no-segments` (410), `job-running` (409)
   */
  async start(uuid: string): Promise<string> {
    const vod = await this.vods.find(uuid);
    if (!vod) throw VOD_MISSING();
    if (!(await this.vods.files([uuid])).some(isThere))
      throw new UserError(message('error.no-segments.no-file'), { status: 410 });
    return this.apiJobs.add(REFRESH, {
      name: `refresh_${vod.basename}`,
      title: verbatim(vod.basename),
      vodUuid: uuid,
      channelUuid: vod.channelUuid,
      input: { uuid },
    });
  }

  private async work({
    input: { uuid },
    signal,
    progress,
  }: ApiJobRun<z.infer<typeof REFRESH.schema>>): Promise<Message> {
    const vod = await this.writer.update(
      uuid,
      () => true,
      (row, tx) => this.requestProbes(row, tx),
    );
    if (!vod) throw VOD_MISSING();
    const total = Object.keys(pendingOf(vod).open).length;
    const deadline = Date.now() + CONVERTER_TIMEOUT_MS;
    for (;;) {
      const pending = pendingOf(await this.vods.find(uuid));
      if (pending.fault !== null) throw new UserError(withEnglish(pending.fault), { code: 'probe-failed' });
      const remaining = Object.keys(pending.open).length;
      if (remaining === 0) return message('job.looked-files', { n: total });
      progress((total - remaining) / total, message('job.waits-converter'));
      if (Date.now() > deadline) throw new OutsideError(message('error.no-converter'));
      await wait(POLL_INTERVAL_MS, undefined, { signal });
    }
  }

  /** Requests a probe of every file. Replaces probes that are still open; their answers are ignored. */
  private async requestProbes(vod: VodEntity, tx: Tx): Promise<void> {
    const open: Record<string, string> = {};
    for (const file of (await this.vods.files([vod.uuid], tx)).filter(isThere)) {
      const attempt = await this.probes.requestProbe(
        {
          owner: OWNER,
          id: vod.uuid,
          source: { in: 'store', key: file.key },
          ...(file.thumbKey === null ? { thumb: (name: string) => objectKeys.thumb(vod.uuid, name) } : {}),
        },
        tx,
      );
      open[attempt] = file.id;
    }
    savePending(vod, { open, fault: null });
  }

  private async done({ id, attempt, metadata, sizeBytes, videoMs, thumbKey }: Done): Promise<void> {
    await this.writer.update(
      id,
      (vod) => attempt in pendingOf(vod).open,
      async (vod, tx) => {
        const { open, fault } = pendingOf(vod);
        const { [attempt]: fileId = '', ...rest } = open;
        await this.vods.changeFile(
          fileId,
          { metadata, sizeBytes, videoMs, ...(thumbKey === null ? {} : { thumbKey }) },
          tx,
        );
        savePending(vod, { open: rest, fault });
        const [first] = (await this.vods.files([id], tx)).filter((f) => f.role === 'segment');
        if (first) vod.metadata = first.metadata satisfies VideoMetadata;
      },
    );
  }

  private async failed({ id, attempt, reason }: Failed): Promise<void> {
    await this.writer.update(id, (vod) => {
      if (!(attempt in pendingOf(vod).open)) return false;
      savePending(vod, { open: {}, fault: reason });
      return true;
    });
  }
}

const pendingOf = (vod: Pick<VodEntity, 'facts'> | null): PendingProbes =>
  (vod?.facts['probing'] as PendingProbes | undefined) ?? NO_PROBES;

function savePending(vod: VodEntity, pending: PendingProbes): void {
  const { probing: _, ...otherFacts } = vod.facts;
  vod.facts =
    pending.fault === null && Object.keys(pending.open).length === 0 ? otherFacts : { ...otherFacts, probing: pending };
}
