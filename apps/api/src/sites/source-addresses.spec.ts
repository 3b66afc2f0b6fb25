import { HLS_KIND, type ManifestChannel } from '#libs/contracts';
import { Keyring } from '#libs/service-kit';
import { describe, expect, it } from '@jest/globals';
import { guestChannel } from '../views/guest-channel.js';
import { SourceAddresses } from './source-addresses.js';
import { SOURCE_PURPOSE } from './source-credentials.js';

const UUID = '11111111-1111-4111-8111-111111111111';
const ADDRESS = 'https://cam.example:8443/live/sk-secret-path/index.m3u8?token=secret-query';
const SECRETS = /secret-(path|query)/;
const [OLD, NEW] = [Keyring.newEntry(), Keyring.newEntry()];

const addressesOf = (...entries: readonly string[]): SourceAddresses => {
  const keyring = Keyring.parse(entries.join('\n'));
  return new SourceAddresses(keyring.purpose(SOURCE_PURPOSE), keyring);
};
const addresses = addressesOf(OLD);
const columns = addresses.columnsOf(HLS_KIND, UUID, { sourceUrl: ADDRESS, sourceId: ADDRESS });
const row = { uuid: UUID, providerKind: HLS_KIND, ...columns };

describe('the address of a source, as it is stored', () => {
  it('security-source has its host in clear, and path and query sealed for the channel', () => {
    expect(columns.sourceUrl).toBe('https://cam.example:8443');
    expect(JSON.stringify(columns)).not.toMatch(SECRETS);
    expect(addresses.addressOf(row)).toBe(ADDRESS);
    expect(() => addresses.addressOf({ ...row, uuid: UUID.replace('1', '2') })).toThrow(
      expect.objectContaining({ code: 'broken-seal' }),
    );
  });

  it('security-source is found again by a hash that needs the key', () => {
    expect(addresses.idOf(HLS_KIND, ADDRESS)).toBe(columns.sourceId);
    expect(addresses.idOf(HLS_KIND, columns.sourceId)).toBe(columns.sourceId);
    expect(addresses.idOf(HLS_KIND, ADDRESS.replace('secret-query', 'other'))).not.toBe(columns.sourceId);
    expect(addressesOf(NEW).idOf(HLS_KIND, ADDRESS)).not.toBe(columns.sourceId);
    const [name, ip] = ['http://localhost:1/a?b', 'http://127.0.0.1:1/a?b'];
    expect(addresses.idOf(HLS_KIND, name)).toBe(addresses.idOf(HLS_KIND, ip));
  });

  it('security-source is public for a channel of a site', () => {
    const site = { sourceUrl: 'https://www.twitch.tv/anna', sourceId: '7001' };
    expect(addresses.columnsOf('twitch', UUID, site)).toEqual({ ...site, sourceAddress: null });
  });

  it('security-source shows the operator the path but no value of the query, and a guest the host only', () => {
    const url = addresses.shownOf(row);
    expect(url).toBe('https://cam.example:8443/live/sk-secret-path/index.m3u8?token=********');
    expect(guestChannel({ provider_kind: HLS_KIND, url }).url).toBe('https://cam.example:8443');
    expect(guestChannel({ provider_kind: 'twitch', url: 'https://www.twitch.tv/anna' }).url).toBe(
      'https://www.twitch.tv/anna',
    );
    expect(addressesOf(NEW).shownOf(row)).toBe('https://cam.example:8443');
  });

  it('security-source shows a guest nothing of the access to it', () => {
    const access = { source_headers: ['X-Key: ********'], source_hosts: ['cdn.lan'], source_fingerprints: ['ab'] };
    expect(guestChannel({ provider_kind: HLS_KIND, url: 'https://cam.example', ...access, source_ca: 'x' })).toEqual({
      provider_kind: HLS_KIND,
      url: 'https://cam.example',
      source_headers: [],
      source_hosts: [],
      source_fingerprints: [],
      source_ca: '',
    });
  });

  it('security-source is sealed in a manifest, which restores the channel with the key, and not without it', () => {
    const stored = addresses.inManifest(row);
    expect(JSON.stringify(stored)).not.toMatch(SECRETS);
    const channel = { uuid: UUID, providerKind: HLS_KIND, ...stored } as ManifestChannel;
    expect(addresses.fromManifest(channel)).toEqual(columns);
    expect(() => addressesOf(NEW).addressOf({ uuid: UUID, ...addressesOf(NEW).fromManifest(channel) })).toThrow();
    const old = { ...channel, sourceUrl: ADDRESS, sourceId: ADDRESS, sealedAddress: undefined } as ManifestChannel;
    expect(addresses.fromManifest(old)).toMatchObject({ sourceUrl: columns.sourceUrl, sourceId: columns.sourceId });
  });

  it('security-source is sealed and hashed with the newest key after a change of the keyring', () => {
    const after = addressesOf(NEW, OLD);
    const renewed = after.renewed(row);
    expect(addressesOf(NEW).addressOf({ uuid: UUID, ...renewed })).toBe(ADDRESS);
    expect(renewed.sourceId).toBe(after.idOf(HLS_KIND, ADDRESS));
    expect(after.renewed({ uuid: UUID, ...renewed })).toEqual(renewed);
    expect(addressesOf(NEW).renewed(row)).toEqual(columns);
  });
});
