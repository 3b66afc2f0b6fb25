import { HLS_KIND } from '#libs/contracts';
import { Keyring } from '#libs/service-kit';
import { expect, it, jest } from '@jest/globals';
import { type Transactions } from '../persistence/database/tx.js';
import { type ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type ClipRepository } from '../persistence/repositories/clip.repository.js';
import { type VodRepository } from '../persistence/repositories/vod.repository.js';
import { SourceAddressSealing } from './source-address-sealing.js';
import { SourceAddresses } from './source-addresses.js';
import { SOURCE_PURPOSE } from './source-credentials.js';

const ADDRESS = 'https://cam.example/live/index.m3u8?token=t';
const [OLD, NEW] = [Keyring.newEntry(), Keyring.newEntry()];

const addressesOf = (...entries: readonly string[]): SourceAddresses => {
  const keyring = Keyring.parse(entries.join('\n'));
  return new SourceAddresses(keyring.purpose(SOURCE_PURPOSE), keyring);
};
const channelOf = (uuid: string, by: SourceAddresses) => ({
  uuid,
  ...by.columnsOf(HLS_KIND, uuid, { sourceUrl: ADDRESS, sourceId: ADDRESS }),
});

it('security-source the first start with a new key seals addresses with it, in rows and in manifests', async () => {
  const addresses = addressesOf(NEW, OLD);
  const saveSource = jest.fn<ChannelRepository['saveSource']>();
  const vacuum = jest.fn<ChannelRepository['vacuum']>();
  const replaced: (readonly string[])[] = [];
  const manifests = { replaceManifests: (uuids: readonly string[]) => Promise.resolve(replaced.push(uuids)) };
  const sealing = new SourceAddressSealing(
    { run: (work: (tx: null) => Promise<number>) => work(null) } as unknown as Transactions,
    {
      lockKind: () => Promise.resolve([channelOf('of-old', addressesOf(OLD)), channelOf('of-new', addresses)]),
      saveSource,
      vacuum,
    } as unknown as ChannelRepository,
    manifests as unknown as VodRepository,
    manifests as unknown as ClipRepository,
    addresses,
  );
  await sealing.onApplicationBootstrap();
  expect(replaced).toEqual([['of-old'], ['of-old']]);
  expect(saveSource.mock.calls.map(([uuid]) => uuid)).toEqual(['of-old']);
  const columns = saveSource.mock.calls[0]![1];
  expect(addressesOf(NEW).addressOf({ uuid: 'of-old', ...columns })).toBe(ADDRESS);
  // No row has an address in clear.
  expect(vacuum).not.toHaveBeenCalled();
});
