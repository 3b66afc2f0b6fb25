import { ms } from '#libs/contracts';
import { message } from '#libs/messages';
import { type LiveAnswer } from '#libs/providers';
import { describe, expect, it } from '@jest/globals';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type Sites } from '../sites/sites.js';
import { LiveStatusProbe } from './live-status-probe.js';
import { type RecorderReads } from './recorder-reads.js';

const channel = { uuid: 'c', providerKind: 'k' } as ChannelEntity;
const OFFLINE: LiveAnswer = { state: 'offline', reason: null };

interface Setup {
  /** Of the site; null: the credentials cannot be decrypted. */
  readonly target?: object | null;
  /** Channels whose media a recorder reads. */
  readonly read?: readonly string[];
}

/** A probe of a site that gives these answers in turn, and the `seen` of each request to the site. */
function probeOf(answers: readonly LiveAnswer[], { target = {}, read = [] }: Setup = {}) {
  const requests: (string | null)[] = [];
  const live = (targets: readonly { seen: string | null }[]) => {
    requests.push(targets[0]?.seen ?? null);
    const answer = answers[requests.length - 1];
    return Promise.resolve(new Map(answer ? [['c', answer]] : []));
  };
  const sites = { targetOf: () => target, of: () => ({ live }) } as unknown as Sites;
  const reads = { channelsOf: () => Promise.resolve(new Set(read)) } as unknown as RecorderReads;
  return { requests, probe: new LiveStatusProbe(sites, reads) };
}

describe('LiveStatusProbe', () => {
  const signal = new AbortController().signal;

  it('returns the answer of the site', async () => {
    expect(await probeOf([OFFLINE]).probe.check(channel, signal)).toEqual(OFFLINE);
  });

  it('checks again with the last observation while a check is inconclusive', async () => {
    const { requests, probe } = probeOf([
      { state: 'unsure', seen: '7', againMs: ms(1) },
      { state: 'unsure', seen: '8', againMs: ms(1) },
      OFFLINE,
    ]);
    expect(await probe.check(channel, signal)).toEqual(OFFLINE);
    expect(requests).toEqual([null, '7', '8']);
  });

  it('returns unknown if the site never decides or does not answer', async () => {
    const never = Array<LiveAnswer>(9).fill({ state: 'unsure', seen: '7', againMs: ms(1) });
    expect((await probeOf(never).probe.check(channel, signal)).state).toBe('unknown');
    expect((await probeOf([]).probe.check(channel, signal)).state).toBe('unknown');
  });

  it('returns unknown if the signal aborts before the site decides', async () => {
    const slow: LiveAnswer = { state: 'unsure', seen: '7', againMs: ms(60_000) };
    expect((await probeOf([slow]).probe.check(channel, AbortSignal.abort())).state).toBe('unknown');
  });

  it('sources-8 is live without a check while a recorder reads its media', async () => {
    const { requests, probe } = probeOf([OFFLINE], { read: ['c'] });
    expect(await probe.check(channel, signal)).toMatchObject({ state: 'live' });
    expect(requests).toEqual([]);
  });

  it('sends no request if the credentials cannot be decrypted', async () => {
    const { requests, probe } = probeOf([OFFLINE], { target: null });
    expect(await probe.check(channel, signal)).toMatchObject({
      state: 'unknown',
      reason: message('verdict.seal-broken'),
    });
    expect(requests).toEqual([]);
  });
});
