import { describe, expect, it } from '@jest/globals';
import { type LookupAddress } from 'node:dns';
import { networkOf, operatorLookup, type ResolveHost, refuseForbiddenHost, SsrfGuard } from './ssrf-guard.js';

const namesOf =
  (names: Readonly<Record<string, readonly string[]>>): ResolveHost =>
  (host) => {
    const found = names[host];
    if (!found) return Promise.reject(Object.assign(new TypeError(host), { code: 'ENOTFOUND' }));
    return Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };

/** What a socket would connect to. */
const lookup = (guard: SsrfGuard, host: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    guard.lookup(host, { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve((found as LookupAddress[]).map(({ address }) => address));
    });
  });
const check = (guard: SsrfGuard, url: string): Promise<void> => guard.check(new URL(url).hostname);
const BLOCKED = { what: 'blocked-address' };

it.each([
  ['93.184.216.34', 'public'],
  ['2606:2800:220:1::1', 'public'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['64:ff9b::127.0.0.1', 'loopback'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.1.1', 'private'],
  ['::ffff:192.168.1.1', 'private'],
  ['2002:c0a8:101::1', 'private'],
  ['fd12:3456::1', 'unique-local'],
  ['100.64.0.1', 'shared'],
  ['100.128.0.1', 'public'],
  ['198.18.0.1', 'benchmark'],
  ['0.0.0.0', null],
  ['::', null],
  ['::127.0.0.1', null],
  ['169.254.169.254', null],
  ['::ffff:169.254.169.254', null],
  ['fe80::1%eth0', null],
  ['fd00:ec2::254', null],
  ['224.0.0.1', null],
  ['255.255.255.255', null],
  ['ff02::1', null],
  ['::ffff:93.184.216.34', 'public'],
  ['64:ff9b::93.184.216.34', 'public'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['64:ff9b::169.254.169.254', null],
  ['64:ff9b:1::10.0.0.1', null],
  ['::ffff:0:127.0.0.1', null],
  ['::5efe:10.0.0.1', null],
  ['2001:0:7f00:1::1', null],
  ['2001:200::1', 'public'],
  ['fec0::1', null],
  ['5f00::1', null],
  ['168.63.129.16', null],
  ['100.100.100.200', null],
  ['fd20:ce::254', null],
  ['127.1', null],
  ['', null],
])('integrity-14 the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('a source on a public address', () => {
  const guard = new SsrfGuard(
    { url: 'https://source.example/', network: 'public' },
    namesOf({
      'source.example': ['93.184.216.34'],
      'inside.example': ['192.168.1.1'],
      'both.example': ['127.0.0.1', '93.184.216.34', 'fe80::1'],
    }),
  );

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1:8080/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://x.localhost/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://0/',
    'http://[::]/',
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data',
  ])('integrity-14 does not name %s', async (url) => {
    await expect(check(guard, url)).rejects.toMatchObject(BLOCKED);
  });

  it('integrity-14 names only the public addresses of a name, and public literals', async () => {
    await check(guard, 'https://93.184.216.34/');
    expect(await lookup(guard, 'source.example')).toEqual(['93.184.216.34']);
    expect(await lookup(guard, 'both.example')).toEqual(['93.184.216.34']);
    await expect(lookup(guard, 'inside.example')).rejects.toMatchObject(BLOCKED);
    await expect(lookup(guard, 'nowhere.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

it('integrity-14 the name of a source that DNS moves into a private network is not followed there', async () => {
  const names: Record<string, string[]> = { 'source.example': ['93.184.216.34'] };
  const guard = new SsrfGuard({ url: 'https://source.example/', network: null }, namesOf(names));
  expect(await guard.network()).toBe('public');
  names['source.example'] = ['127.0.0.1'];
  await expect(lookup(guard, 'source.example')).rejects.toMatchObject(BLOCKED);
  const later = new SsrfGuard({ url: 'https://source.example/', network: 'public' }, namesOf(names));
  await expect(lookup(later, 'source.example')).rejects.toMatchObject(BLOCKED);
});

it('integrity-14 the first connection decides the network of a source, whatever DNS says before and after it', async () => {
  const names: Record<string, string[]> = {};
  const guard = new SsrfGuard({ url: 'https://source.example/', network: null }, namesOf(names));
  await expect(lookup(guard, 'source.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(await guard.network()).toBe('public');
  await check(guard, 'https://93.184.216.34/');
  names['source.example'] = ['127.0.0.1'];
  await expect(check(guard, 'http://127.0.0.1/')).rejects.toMatchObject(BLOCKED);
  await expect(lookup(guard, 'source.example')).rejects.toMatchObject(BLOCKED);
});

it('integrity-14 a public source whose network nobody asked for stays public when its name moves', async () => {
  const names: Record<string, string[]> = { 'source.example': ['93.184.216.34'] };
  const guard = new SsrfGuard({ url: 'https://source.example/', network: null }, namesOf(names));
  expect(await lookup(guard, 'source.example')).toEqual(['93.184.216.34']);
  names['source.example'] = ['127.0.0.1'];
  await expect(check(guard, 'http://127.0.0.1/')).rejects.toMatchObject(BLOCKED);
});

it.each([
  ['http://192.168.1.5/', 'private', { own: 'http://10.1.1.1/', other: 'http://127.0.0.1/' }],
  ['http://camera.lan/', 'private', { own: 'http://172.16.0.9/', other: 'http://[fd00::1]/' }],
  ['http://127.0.0.1:9/', 'loopback', { own: 'http://localhost/', other: 'http://192.168.1.5/' }],
  ['http://[fd00::5]/', 'unique-local', { own: 'http://[fd00::1]/', other: 'http://10.1.1.1/' }],
  ['http://100.100.1.1/', 'shared', { own: 'http://100.64.0.1/', other: 'http://10.1.1.1/' }],
])('integrity-14 the source %s names its own network, %s, but no other', async (url, network, { own, other }) => {
  const guard = new SsrfGuard({ url, network: null }, namesOf({ 'camera.lan': ['192.168.1.5'] }));
  expect(await guard.network()).toBe(network);
  await check(guard, own);
  await check(guard, 'http://93.184.216.34/');
  for (const never of [other, 'http://169.254.169.254/', 'http://[fe80::1]/', 'http://0.0.0.0/'])
    await expect(check(guard, never)).rejects.toMatchObject(BLOCKED);
});

it('integrity-14 a name with a public and a private address is a public source', async () => {
  const guard = new SsrfGuard(
    { url: 'http://both.example/', network: null },
    namesOf({ 'both.example': ['10.0.0.1', '93.184.216.34'] }),
  );
  expect(await guard.network()).toBe('public');
  expect(await lookup(guard, 'both.example')).toEqual(['93.184.216.34']);
});

it.each(['169.254.169.254', '[fe80::1]', 'fd00:ec2::254', '168.63.129.16', 'metadata.example'])(
  'not even the operator names %s',
  async (host) => {
    const resolve = () =>
      Promise.resolve([
        { address: '10.0.0.1', family: 4 },
        { address: '169.254.169.254', family: 4 },
      ]);
    await expect(refuseForbiddenHost(host, resolve)).rejects.toMatchObject({ code: 'http-blocked-address' });
  },
);

it.each(['127.0.0.1', 'nas.lan', '[::1]', '192.168.1.2', '8.8.8.8'])('the operator names %s', async (host) => {
  await expect(
    refuseForbiddenHost(host, () => Promise.resolve([{ address: '192.168.1.2', family: 4 }])),
  ).resolves.toBeUndefined();
});

it('a host without an address is not refused: its connection says so', async () => {
  await expect(refuseForbiddenHost('gone.lan', () => Promise.reject(new Error('gone')))).resolves.toBeUndefined();
});

describe('a connection to a name that the operator gave', () => {
  const connected = async (...answers: readonly string[][]): Promise<unknown[]> => {
    const rest = [...answers];
    const lookup = operatorLookup(() =>
      Promise.resolve((rest.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
    );
    return Promise.all(
      answers.map(
        () =>
          new Promise((resolve) => {
            lookup('flips.example', { all: true }, (error, found) => {
              resolve(error ?? found);
            });
          }),
      ),
    );
  };

  it('is to the addresses that are checked: the name that leads to a metadata service the next time is refused', async () => {
    expect(
      await connected(['192.168.1.2', '93.184.216.34'], ['169.254.169.254'], ['10.0.0.1', 'fd00:ec2::254']),
    ).toEqual([
      [
        { address: '192.168.1.2', family: 4 },
        { address: '93.184.216.34', family: 4 },
      ],
      expect.objectContaining(BLOCKED),
      expect.objectContaining(BLOCKED),
    ]);
  });
});
