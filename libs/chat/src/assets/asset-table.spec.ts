import { describe, expect, it } from '@jest/globals';
import { growth, LINEAR_GROWTH } from '../../../../tools/common/thread-cpu.js';
import { AssetTable, type NamedAsset } from './asset-table.js';

const asset = (over: Partial<NamedAsset>): NamedAsset => ({
  kind: 'emote',
  source: '7tv',
  id: 'x',
  name: 'X',
  global: false,
  ...over,
});

describe('AssetTable', () => {
  it('finds whole, case-sensitive words, and prefers an emote of the channel to a global one in any order', () => {
    const [global, own] = [asset({ id: 'g', name: 'catJAM', global: true }), asset({ id: 'o', name: 'catJAM' })];
    for (const table of [new AssetTable([global, own]), new AssetTable([own, global])])
      expect(table.word('catJAM')).toBe(own);
    expect(['catjam', 'catJAMs', ''].map((word) => new AssetTable([own]).word(word))).toEqual([null, null, null]);
  });

  it("finds the site's own emotes by id, never by word", () => {
    const table = new AssetTable([asset({ source: 'twitch', id: '25', name: 'Kappa' })]);
    expect([table.emote('25')?.name, table.word('Kappa'), table.emote('26')]).toEqual(['Kappa', null, null]);
  });

  it('distinguishes the badges of 12 and 24 months, and prefers a badge of the channel', () => {
    const badge = (id: string, global: boolean): NamedAsset =>
      asset({ kind: 'badge', source: 'twitch', id, name: `${id} ${String(global)}`, global });
    const table = new AssetTable([
      badge('subscriber/12', true),
      badge('subscriber/12', false),
      badge('subscriber/24', true),
    ]);
    expect(['12', '24', '36'].map((version) => table.badge({ set: 'subscriber', version })?.name)).toEqual([
      'subscriber/12 false',
      'subscriber/24 true',
      undefined,
    ]);
  });

  it('finds the tier that the bits of a cheer reach, and the prefix as typed', () => {
    const cheer = (bits: number): NamedAsset =>
      asset({ kind: 'cheer', source: 'twitch', id: `Cheer/${bits}`, name: 'Cheer' });
    const table = new AssetTable([cheer(1000), cheer(1), cheer(100)]);
    expect(table.cheer('cHeer250')).toMatchObject({ prefix: 'cHeer', bits: 250, asset: { id: 'Cheer/100' } });
    expect([table.cheer('Cheer1000')?.asset.id, table.cheer('Cheer1')?.asset.id]).toEqual(['Cheer/1000', 'Cheer/1']);
    expect(['Cheer', 'Cheer0', 'Beer100', '100', 'Cheer1x'].map((word) => table.cheer(word))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('compares a word of any length with cheers in linear time', async () => {
    const comparisonOf = (length: number) => {
      const word = 'a'.repeat(length);
      return () => {
        expect(new AssetTable([]).cheer(word)).toBeNull();
      };
    };
    expect(await growth(comparisonOf, 64 * 1024)).toBeLessThan(LINEAR_GROWTH);
  });
});
