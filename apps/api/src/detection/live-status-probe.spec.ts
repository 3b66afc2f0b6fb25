import { ms } from '#libs/contracts';
import { message } from '#libs/messages';
import { type LiveAnswer } from '#libs/providers';
import { describe, expect, it } from '@jest/globals';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type Sites } from '../sites/sites.js';
import { LiveStatusProbe } from './live-status-probe.js';

const channel = { uuid: 'c', providerKind: 'k' } as ChannelEntity;
const off: LiveAnswer = { state: 'offline', reason: null };

/** A site that answers so, in turn. `seen` of each question is kept. */
function site(answers: readonly LiveAnswer[], target: object | null = {}) {
  const questions: (string | null)[] = [];
  const live = (targets: readonly { seen: string | null }[]) => {
    questions.push(targets[0]?.seen ?? null);
    const answer = answers[questions.length - 1];
    return Promise.resolve(new Map(answer ? [['c', answer]] : []));
  };
  return { questions, live: new LiveStatusProbe({ targetOf: () => target, of: () => ({ live }) } as unknown as Sites) };
}

describe('LiveStatusProbe', () => {
  const signal = new AbortController().signal;
  it('returns the answer of the site', async () => {
    expect(await site([off]).live.check(channel, signal)).toEqual(off);
  });
  it('checks again with the first observation if one check is inconclusive', async () => {
    const { questions, live } = site([
      { state: 'unsure', seen: '7', againMs: ms(1) },
      { state: 'unsure', seen: '8', againMs: ms(1) },
      off,
    ]);
    expect(await live.check(channel, signal)).toEqual(off);
    expect(questions).toEqual([null, '7', '8']);
  });
  it('returns unknown if the site never decides or does not answer', async () => {
    const never = Array<LiveAnswer>(9).fill({ state: 'unsure', seen: '7', againMs: ms(1) });
    expect((await site(never).live.check(channel, signal)).state).toBe('unknown');
    expect((await site([]).live.check(channel, signal)).state).toBe('unknown');
  });
  it('returns unknown if the signal aborts before the site decides', async () => {
    const slow: LiveAnswer = { state: 'unsure', seen: '7', againMs: ms(60_000) };
    expect((await site([slow]).live.check(channel, AbortSignal.abort())).state).toBe('unknown');
  });
  it('sends no request if the credentials cannot be decrypted', async () => {
    const { questions, live } = site([off], null);
    expect(await live.check(channel, signal)).toMatchObject({
      state: 'unknown',
      reason: message('verdict.seal-broken'),
    });
    expect(questions).toEqual([]);
  });
});
