import { type ApiConfig } from '#libs/config';
import { isAppError, localizedOf, UserError } from '#libs/errors';
import { type Message, message, type OwnMessage, withEnglish } from '#libs/messages';
import { CONFIG } from '#libs/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type ApiJobRun, defineApiJob } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { failureNotice } from '../../jobs/job-events.js';
import { type InSameTransaction } from '../../jobs/new-job.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { Notices } from '../../platform/notices.service.js';
import { ObjectCheck } from './object-check.js';
import { SelfTestChannel } from './self-test-channel.js';
import { objectOfFile } from './stored-object.js';
import { SelfTestSource } from './self-test-source.js';

const SELF_TEST = defineApiJob('self-test', z.strictObject({}));
const NAME = 'self_test';
const NOTICE = failureNotice(NAME);
const CHECK_MS = 500;
/** Limits of the steps. A converter may have long work before this one. */
const DETECTED_MS = 60_000;
const RECORDED_MS = 180_000;
const CONVERTED_MS = 30 * 60_000;
/** A file may begin and end this far from its segments. */
const TOLERANCE_MS = 250;

type Run = Pick<ApiJobRun<unknown>, 'signal' | 'progress'>;

interface Step<T> {
  /** @returns null while the step lasts */
  readonly probe: () => Promise<T | null>;
  readonly limitMs: number;
  readonly late: OwnMessage;
}

/**
 * Records a short stream of this API through the whole chain, compares the file with the stream, and removes all of it. A
 * failure is a notice until a self-test succeeds.
 */
@Injectable()
export class SelfTestJob {
  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly channel: SelfTestChannel,
    private readonly vods: VodRepository,
    private readonly checks: ObjectCheck,
    private readonly notices: Notices,
    @Inject(CONFIG) private readonly config: ApiConfig,
  ) {
    apiJobs.register(SELF_TEST, (run) => this.run(run));
  }

  /** @returns name of the job @throws UserError `job-running` (409) */
  start(also: InSameTransaction): Promise<string> {
    return this.apiJobs.add(SELF_TEST, { name: NAME, title: message('job.title.self-test'), input: {} }, also);
  }

  private async run(run: Run): Promise<Message> {
    try {
      await this.channel.removeAll();
      const outcome = await this.test(run);
      await this.notices.resolve(NOTICE);
      return outcome;
    } catch (thrown) {
      run.signal.throwIfAborted();
      const reason = localizedOf(thrown);
      await this.notices.raise({
        key: NOTICE,
        kind: 'self-test-failed',
        level: 'error',
        title: message('notice.self-test-failed.title'),
        text: reason,
      });
      // A UserError, because a failed self-test is not tried again.
      throw failed(reason);
    }
  }

  private async test(run: Run): Promise<Message> {
    const startedAt = performance.now();
    const source = await SelfTestSource.open(this.config.selfTest.host);
    try {
      await this.recordAndRemove(source, run);
      return message('job.self-test-ok', { s: ((performance.now() - startedAt) / 1000).toFixed(1) });
    } finally {
      await source.close();
    }
  }

  private async recordAndRemove(source: SelfTestSource, run: Run): Promise<void> {
    const channelUuid = await this.channel.add(source.url);
    try {
      const vod = await this.record(channelUuid, run);
      await this.compare(vod, source, run);
    } catch (thrown) {
      // Reports the first failure. The next self-test removes what cannot be removed now. While this API stops, the next
      // one removes it, because it takes the job.
      const isStopping = run.signal.aborted && !isAppError(run.signal.reason);
      if (!isStopping) await this.channel.remove(channelUuid).catch(() => undefined);
      throw thrown;
    }
    await this.channel.remove(channelUuid);
  }

  private async record(uuid: string, run: Run): Promise<VodEntity> {
    run.progress(0.1, message('self-test.detecting'));
    await until(run, {
      limitMs: DETECTED_MS,
      late: message('error.self-test.not-detected'),
      probe: () => this.detected(uuid),
    });
    run.progress(0.3, message('self-test.recording'));
    await until(run, {
      limitMs: RECORDED_MS,
      late: message('error.self-test.not-recorded'),
      probe: async () => {
        const vod = await this.vodOf(uuid);
        return vod.assigned || vod.captureStarted === null ? null : vod;
      },
    });
    run.progress(0.6, message('self-test.converting'));
    return until(run, {
      limitMs: CONVERTED_MS,
      late: message('error.self-test.not-converted'),
      probe: async () => {
        const vod = await this.vodOf(uuid);
        return vod.state === 'finalized' ? vod : null;
      },
    });
  }

  private async detected(uuid: string): Promise<true | null> {
    const channel = await this.channel.find(uuid);
    if (channel?.verdictState === 'not-recorded' && channel.verdictReason) throw failed(channel.verdictReason);
    return (await this.channel.vodOf(uuid)) ? true : null;
  }

  private async vodOf(channelUuid: string): Promise<VodEntity> {
    const vod = await this.channel.vodOf(channelUuid);
    if (!vod) throw failed(message('error.vod-missing'));
    const { state, stateReason, convertState, convertReason } = vod;
    if (state === 'failed' || convertState === 'failed')
      throw failed(stateReason ?? convertReason ?? message('error.self-test.not-converted'));
    return vod;
  }

  /** Compares what is stored with what the source sent. */
  private async compare(vod: VodEntity, { segments, durationMs }: SelfTestSource, run: Run): Promise<void> {
    run.progress(0.9, message('job.verifying'));
    const parts = await this.vods.parts([vod.uuid]);
    const stored = parts.reduce((n, part) => n + part.segments, 0);
    if (stored !== segments.length || vod.missingMs > 0)
      throw failed(message('error.self-test.segments', { have: stored, want: segments.length }));
    const [file, ...others] = await this.vods.files([vod.uuid]);
    if (!file || others.length > 0)
      throw failed(message('error.self-test.files', { n: others.length + (file ? 1 : 0) }));
    const { fault } = await this.checks.check(objectOfFile(file), run.signal);
    if (fault) throw failed(message('job.name-remark', { name: file.basename, remark: fault }));
    if (Math.abs(file.videoMs - durationMs) > TOLERANCE_MS)
      throw failed(message('error.self-test.length', { have: Math.round(file.videoMs), want: durationMs }));
  }
}

const failed = (reason: Message): UserError => new UserError(withEnglish(reason), { code: 'self-test' });

async function until<T>({ signal }: Run, { probe, limitMs, late }: Step<T>): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    signal.throwIfAborted();
    const found = await probe();
    if (found !== null) return found;
    if (performance.now() > deadline) throw new UserError(late);
    await pause(CHECK_MS, undefined, { signal });
  }
}
