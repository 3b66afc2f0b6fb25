import { expect, it } from '@jest/globals';
import { type ChannelProfile, type Provider } from '#libs/providers';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type Sites } from '../sites/sites.js';
import { soloScheduler } from '../testing/solo-scheduler.js';
import { type SiteRenames } from './site-renames.js';
import { ChannelProfiles } from './channel-profiles.js';

it("saves only the site's fields: an edit of the operator during the request is not overwritten", async () => {
  const profile: ChannelProfile = {
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
  const saved = Promise.withResolvers<undefined>();
  const channels = {
    all: () => Promise.resolve([structuredClone(row)]),
    saveSite: (_uuid: string, found: Partial<ChannelEntity>) => {
      Object.assign(row, found);
      saved.resolve(undefined);
      return Promise.resolve();
    },
  } as unknown as ChannelRepository;
  const provider = {
    kind: 'twitch',
    batch: 100,
    profiles: () => {
      row.displayName = 'My Alice';
      return Promise.resolve(new Map([['c', profile]]));
    },
  } as unknown as Provider;
  const sites = {
    all: () => [provider],
    targetOf: () => ({ key: 'c' }),
    wantPictures: () => undefined,
  } as unknown as Sites;
  const scheduler = soloScheduler();
  new ChannelProfiles(scheduler, channels, sites, { follow: () => Promise.resolve() } as unknown as SiteRenames);
  await scheduler.start();
  await saved.promise;
  await scheduler.stop();
  expect(row).toMatchObject({ displayName: 'My Alice', site: { broadcasterType: 'partner' } });
});
