import { type ChannelEntry, MASK, SETTINGS_FORMAT } from '#libs/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Tx } from '../../../persistence/database/tx.js';
import { type ChannelRepository } from '../../../persistence/repositories/channel.repository.js';
import { type Sites } from '../../../sites/sites.js';
import { TurnMeter } from '../../../../../../tools/common/thread-cpu.js';
import { parseInTurns } from '../../../http/parse-in-turns.js';
import { ChannelImport } from './channel-import.js';
import { planSettings } from './plan-settings.js';
import { readSettingsFile } from './read-file.js';

/**
 * CPU time of the thread between two turns of the event loop, in ms: ten times what `npm run fuzz -- parsers` allows,
 * because machines differ. Without turns, these cases take seconds.
 */
const LONGEST_BLOCK_MS = 500;
const imports = new ChannelImport(
  { all: () => Promise.resolve([]) } as unknown as ChannelRepository,
  {
    of: () => ({ refuseSource: () => undefined }),
    addresses: { idOf: (_: string, id: string) => id },
  } as unknown as Sites,
);

async function take(text: string): Promise<{ readonly faults: readonly string[]; readonly longestMs: number }> {
  const meter = new TurnMeter();
  const { contents, faults } = await readSettingsFile((await parseInTurns(text)) as Record<string, unknown>);
  const settings = planSettings(contents.settings, { values: {} as never, given: new Map() }, contents.root);
  const channels = await imports.plan(contents.channels, null as unknown as Tx);
  meter.stop();
  const found = [...faults, ...settings.faults, ...channels.faults];
  return { faults: found.map(({ path }) => path), longestMs: meter.longestMs };
}

const channel = (n: number, more: object = {}) => ({
  uuid: randomUUID(),
  provider: 'hls',
  internal_name: `c${n}`,
  display_name: `c${n}`,
  url: `https://a/${n}`,
  source_id: `https://a/${n}`,
  options: { no_capture: true, max_vods: 3, ...more },
});
const fileOf = (more: object): string =>
  JSON.stringify({
    format: SETTINGS_FORMAT,
    version: 1,
    app_version: '1',
    exported_at: '2026-01-01T00:00:00Z',
    settings: {},
    channels: [],
    ...more,
  });
const many = <T>(n: number, of: (n: number) => T): T[] => Array.from({ length: n }, (_, i) => of(i));
const keys = (n: number) => Object.fromEntries(many(n, (i) => [`k${i}`, 0]));

describe('a hostile settings file', () => {
  it.each<[string, () => string, string]>([
    ['settings', () => fileOf({ settings: keys(15_000) }), 'settings'],
    ['settings of v0', () => JSON.stringify({ motd: 'x', ...keys(15_000) }), 'settings'],
    ['channels', () => fileOf({ channels: many(15_000, () => 0) }), 'channels'],
    ['wrong channels', () => fileOf({ channels: many(10_000, () => ({})) }), 'channels[0].uuid'],
    ['favourites', () => fileOf({ favourites: many(15_000, () => 0) }), 'favourites'],
    ['wrong favourites', () => fileOf({ favourites: many(10_000, () => 0) }), 'favourites[0]'],
    ['options', () => fileOf({ channels: [channel(1, keys(15_000))] }), 'channels[0]'],
    [
      'wrong names',
      () => fileOf({ channels: many(10_000, () => ({ ...channel(1), internal_name: '/' })) }),
      'channels[1].internal_name',
    ],
  ])('of too many %s is refused, and other work goes on', async (_, file, path) => {
    const { faults, longestMs } = await take(file());
    expect(faults).toContain(path);
    expect(longestMs).toBeLessThan(LONGEST_BLOCK_MS);
  });

  it('of the largest size is read, and other work goes on', async () => {
    const { faults, longestMs } = await take(fileOf({ channels: many(10_000, (n) => channel(n)) }));
    expect(faults).toEqual([]);
    expect(longestMs).toBeLessThan(LONGEST_BLOCK_MS);
  });
});

describe('channels of a settings file', () => {
  const MASKED = `https://a/masked?key=${MASK}`;
  const COUNT = 300;
  const existing = many(COUNT, (n) => ({
    uuid: randomUUID(),
    providerKind: 'hls',
    internalName: `c${n}`,
    displayName: `c${n}`,
    sourceId: `id of https://a/${n}`,
    options: { no_capture: true, max_vods: 3 },
  }));
  const addresses = {
    idOf: jest.fn((_: string, id: string) => `id of ${id}`),
    exportedIdOf: jest.fn(() => MASKED),
  };
  const withExisting = new ChannelImport(
    { all: () => Promise.resolve(existing) } as unknown as ChannelRepository,
    { of: () => ({ refuseSource: () => undefined }), addresses } as unknown as Sites,
  );
  beforeEach(() => {
    jest.clearAllMocks();
  });
  const plan = async (entries: readonly object[]) =>
    withExisting.plan(entries as readonly ChannelEntry[], null as unknown as Tx);

  it('need one id each, however many channels there are', async () => {
    const { report, faults } = await plan([...many(COUNT, (n) => channel(n)), channel(COUNT)]);
    expect([report.unchanged, report.added.map(({ name }) => name), faults]).toEqual([COUNT, [`c${COUNT}`], []]);
    expect([addresses.idOf.mock.calls.length, addresses.exportedIdOf.mock.calls.length]).toEqual([COUNT + 1, 0]);
  });

  it('with masked addresses are found by their names, and only their own address is opened', async () => {
    const { report, faults } = await plan(many(COUNT, (n) => ({ ...channel(n), source_id: MASKED })));
    expect([report.unchanged, faults]).toEqual([COUNT, []]);
    expect([addresses.idOf.mock.calls.length, addresses.exportedIdOf.mock.calls.length]).toEqual([0, COUNT]);
  });

  it('are found by uuid, and refused with the name of another channel', async () => {
    const moved = { ...channel(1), uuid: existing[0]?.uuid, internal_name: 'new', source_id: 'https://b' };
    const { report } = await plan([moved]);
    expect([report.unchanged, report.added]).toEqual([0, []]);
    expect(report.changed.map(({ name }) => name)).toEqual(['new']);
    const { faults } = await plan([
      { ...channel(2), source_id: 'https://b' },
      { ...channel(3), internal_name: 'c4' },
    ]);
    expect(faults.map(({ path }) => path)).toEqual(['channels[0].internal_name', 'channels[1].internal_name']);
  });
});
