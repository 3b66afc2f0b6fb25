import { expect, it } from '@jest/globals';
import { type ChannelFacts, type Provider } from '#libs/providers';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type Sites } from '../sites/sites.js';
import { loneScheduler } from '../testing/lone-scheduler.js';
import { type Renames } from './renames.js';
import { SiteFacts } from './site-facts.js';

it('what the operator edits while the site is asked stays: only what the site told is kept', async () => {
  const facts: ChannelFacts = {
    login: 'alice',
    displayName: 'Alice',
    description: '',
    avatarUrl: '',
    offlineImageUrl: '',
    broadcasterType: 'partner',
  };
  const row = {
    uuid: 'c',
    providerKind: 'twitch',
    displayName: 'Alice',
    sourceUrl: 'https://www.twitch.tv/alice',
    site: null,
  } as unknown as ChannelEntity;
  const kept = Promise.withResolvers<undefined>();
  const channels = {
    all: () => Promise.resolve([structuredClone(row)]),
    noteSite: (_uuid: string, found: Partial<ChannelEntity>) => {
      Object.assign(row, found);
      kept.resolve(undefined);
      return Promise.resolve();
    },
  } as unknown as ChannelRepository;
  const provider = {
    kind: 'twitch',
    batch: 100,
    facts: () => {
      row.displayName = 'My Alice';
      return Promise.resolve(new Map([['c', facts]]));
    },
  } as unknown as Provider;
  const sites = {
    all: () => [provider],
    targetOf: () => ({ key: 'c' }),
    wantPictures: () => undefined,
  } as unknown as Sites;
  const scheduler = loneScheduler();
  new SiteFacts(scheduler, channels, sites, { follow: () => Promise.resolve() } as unknown as Renames);
  await scheduler.start();
  await kept.promise;
  await scheduler.stop();
  expect(row).toMatchObject({ displayName: 'My Alice', site: { broadcasterType: 'partner' } });
});
