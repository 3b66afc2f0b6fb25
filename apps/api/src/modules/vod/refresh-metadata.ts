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
import { Probes } from '../space/probes.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

const REFRESH = defineApiJob('refresh', z.strictObject({ uuid: z.uuid() }));
const OWNER = 'vod-file';
const CHECK_MS = 200;
/** A converter that is busy with a long file gets to it in this time, or the job is tried again. */
const LIMIT_MS = 15 * 60_000;

type Done = Payload<typeof EVENTS.probeDone>;
type Failed = Payload<typeof EVENTS.probeFailed>;
/**
 * Questions that are open, by attempt: the row of the file. Kept with the VOD, so that an answer finds it whichever api
 * receives it.
 */
interface PendingProbes {
  readonly open: Readonly<Record<string, string>>;
  readonly fault: Message | null;
}
const NONE: PendingProbes = { open: {}, fault: null };

/** Has a converter measure the files of a VOD again: lengths, tracks, and a picture where there is none. */
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

  /** @returns the job's name @throws UserError `vod-missing` (404), `no-segments`, `job-running` (409) */
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
      (row, tx) => this.requestProbe(row, tx),
    );
    if (!vod) throw VOD_MISSING();
    const all = Object.keys(requestedOf(vod).open).length;
    for (const until = Date.now() + LIMIT_MS; ;) {
      const now = requestedOf(await this.vods.find(uuid));
      if (now.fault !== null) throw new UserError(withEnglish(now.fault), { code: 'probe-failed' });
      const left = Object.keys(now.open).length;
      if (left === 0) return message('job.looked-files', { n: all });
      progress((all - left) / all, message('job.waits-converter'));
      if (Date.now() > until) throw new OutsideError(message('error.no-converter'));
      await wait(CHECK_MS, undefined, { signal });
    }
  }

  /** In place of what was asked before. */
  private async requestProbe(vod: VodEntity, tx: Tx): Promise<void> {
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
    markRequested(vod, { open, fault: null });
  }

  private async done({ id, attempt, metadata, sizeBytes, videoMs, thumbKey }: Done): Promise<void> {
    await this.writer.update(
      id,
      (vod) => attempt in requestedOf(vod).open,
      async (vod, tx) => {
        const { open, fault } = requestedOf(vod);
        const { [attempt]: fileId = '', ...rest } = open;
        await this.vods.changeFile(
          fileId,
          { metadata, sizeBytes, videoMs, ...(thumbKey === null ? {} : { thumbKey }) },
          tx,
        );
        markRequested(vod, { open: rest, fault });
        const [first] = (await this.vods.files([id], tx)).filter((f) => f.role === 'segment');
        if (first) vod.metadata = first.metadata satisfies VideoMetadata;
      },
    );
  }

  private async failed({ id, attempt, reason }: Failed): Promise<void> {
    await this.writer.update(id, (vod) => {
      if (!(attempt in requestedOf(vod).open)) return false;
      markRequested(vod, { open: {}, fault: reason });
      return true;
    });
  }
}

const requestedOf = (vod: Pick<VodEntity, 'facts'> | null): PendingProbes =>
  (vod?.facts['probing'] as PendingProbes | undefined) ?? NONE;

function markRequested(vod: VodEntity, pending: PendingProbes): void {
  const { probing: _, ...otherFacts } = vod.facts;
  vod.facts =
    pending.fault === null && Object.keys(pending.open).length === 0 ? otherFacts : { ...otherFacts, probing: pending };
}
