import { message } from '#libs/messages';
import { type LiveAnswer } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { Sites } from '../sites/sites.js';
import { UNREADABLE_CREDENTIALS } from './unreadable-credentials.js';

type Sure = Exclude<LiveAnswer, { state: 'unsure' }>;

const PROBES = 4;
/** Asks a site of one channel at once, because somebody presses a button. */
@Injectable()
export class LiveStatusProbe {
  constructor(private readonly sites: Sites) {}

  /** Looks again where one check does not tell. */
  async check(channel: ChannelEntity, signal: AbortSignal): Promise<Sure> {
    const target = this.sites.targetOf(channel);
    let seen: string | null = null;
    for (let n = 0; target && n < PROBES; n += 1) {
      const answer: LiveAnswer | undefined = (
        await this.sites.of(channel.providerKind).live([{ ...target, seen }], signal)
      ).get(channel.uuid);
      if (answer === undefined) break;
      if (isSure(answer)) return answer;
      ({ seen } = answer);
      await wait(answer.againMs, undefined, { signal });
    }
    return target ? { state: 'unknown', reason: message('verdict.no-answer-in-time') } : UNREADABLE_CREDENTIALS;
  }
}

const isSure = (answer: LiveAnswer): answer is Sure => answer.state !== 'unsure';
