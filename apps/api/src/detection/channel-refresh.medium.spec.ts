import { OutsideError, untranslated } from '#libs/errors';
import { type LiveAnswer } from '#libs/providers';
import { afterEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type UiNotifier } from '../platform/messaging/ui-notifier.js';
import { type Sites } from '../sites/sites.js';
import { type ChannelProfiles } from './channel-profiles.js';
import { ChannelRefresh } from './channel-refresh.js';
import { type LiveStatusHandler } from './live-status-handler.js';
import { type LiveStatusProbe } from './live-status-probe.js';

const CHANNEL = {
  uuid: 'c',
  providerKind: 'k',
  sourceId: '1',
  savesVods: null,
  displayName: 'Quay',
} as unknown as ChannelEntity;
const OFFLINE: LiveAnswer = { state: 'offline', reason: null };
const AWAY = new OutsideError(untranslated('site-away', 'the site is away'));

interface Checks {
  readonly profile?: () => Promise<void>;
  readonly status?: () => Promise<LiveAnswer>;
  readonly videoKinds?: readonly string[];
}

/** A refresh whose checks answer like this, and what it saved. */
function refreshOf({
  profile = () => Promise.resolve(),
  status = () => Promise.resolve(OFFLINE),
  videoKinds = [],
}: Checks) {
  const saved: string[] = [];
  const save = (what: string) => {
    saved.push(what);
    return Promise.resolve();
  };
  const videos = () => Promise.resolve({ rows: videoKinds.map((kind) => ({ kind })) });
  const refresh = new ChannelRefresh(
    { refresh: profile } as unknown as ChannelProfiles,
    { check: status } as unknown as LiveStatusProbe,
    { handlePoll: (_: string, answer: LiveAnswer) => save(answer.state) } as unknown as LiveStatusHandler,
    { of: () => ({ videoArchive: { videos } }) } as unknown as Sites,
    { saveSavesVods: () => save('saves VODs') } as unknown as ChannelRepository,
    { notify: () => undefined } as unknown as UiNotifier,
  );
  return { saved, run: () => refresh.run(CHANNEL) };
}

afterEach(() => {
  jest.restoreAllMocks();
});

it('saves the results of the other checks if one fails, and reports its fault', async () => {
  const { saved, run } = refreshOf({ profile: () => Promise.reject(AWAY), videoKinds: ['archive'] });
  await expect(run()).rejects.toMatchObject({
    code: 'refresh-failed',
    message: 'Quay could not be refreshed: the site is away',
  });
  expect(saved.sort()).toEqual(['offline', 'saves VODs']);
});

it('reports a fault of several checks once', async () => {
  const fail = () => Promise.reject(AWAY);
  await expect(refreshOf({ profile: fail, status: fail }).run()).rejects.toThrow(
    /^Quay could not be refreshed: the site is away$/,
  );
});

it('concludes nothing from videos without a broadcast', async () => {
  const { saved, run } = refreshOf({ videoKinds: ['highlight', 'upload'] });
  await run();
  expect(saved).toEqual(['offline']);
});

it('logs a bug with its stack, but not an unavailable site', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  await expect(refreshOf({ profile: () => Promise.reject(AWAY) }).run()).rejects.toThrow();
  expect(logged).not.toHaveBeenCalled();
  const bug = new TypeError('no such property');
  await expect(refreshOf({ profile: () => Promise.reject(bug) }).run()).rejects.toThrow();
  expect(logged).toHaveBeenCalledWith('refresh failed: no such property', bug.stack);
});
