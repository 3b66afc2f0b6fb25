import { message } from '#libs/messages';
import { type ChannelTarget, LIVE_BY_MEDIA, type LiveAnswer } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { Sites } from '../sites/sites.js';
import { RecorderReads } from './recorder-reads.js';
import { UNREADABLE_CREDENTIALS } from './unreadable-credentials.js';

type Sure = Exclude<LiveAnswer, { state: 'unsure' }>;

const MAX_CHECKS = 4;
const NO_ANSWER = { state: 'unknown', reason: message('verdict.no-answer-in-time') } as const satisfies LiveAnswer;

/** Checks the live status of one channel on request, outside the polling schedule. */
@Injectable()
export class LiveStatusProbe {
  constructor(
    private readonly sites: Sites,
    private readonly reads: RecorderReads,
  ) {}

  /**
   * Repeats the check while the answer is `unsure`. A channel whose media a recorder reads is live without a check.
   * @returns `unknown` when the signal aborts first
   */
  async check(channel: ChannelEntity, signal: AbortSignal): Promise<Sure> {
    const target = this.sites.targetOf(channel);
    if (!target) return UNREADABLE_CREDENTIALS;
    const read = await this.reads.channelsOf(this.sites.of(channel.providerKind));
    if (read.has(channel.uuid)) return LIVE_BY_MEDIA;
    try {
      return await this.checkUntilSure(channel, target, signal);
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
      return NO_ANSWER;
    }
  }

  private async checkUntilSure(channel: ChannelEntity, target: ChannelTarget, signal: AbortSignal): Promise<Sure> {
    const provider = this.sites.of(channel.providerKind);
    let seen: string | null = null;
    for (let n = 1; ; n += 1) {
      const answer: LiveAnswer | undefined = (await provider.live([{ ...target, seen }], signal)).get(channel.uuid);
      if (answer === undefined) return NO_ANSWER;
      if (isSure(answer)) return answer;
      if (n === MAX_CHECKS) return NO_ANSWER;
      ({ seen } = answer);
      await wait(answer.againMs, undefined, { signal });
    }
  }
}

const isSure = (answer: LiveAnswer): answer is Sure => answer.state !== 'unsure';
