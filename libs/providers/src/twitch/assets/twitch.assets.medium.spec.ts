import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChatAsset } from '../../kit/chat-source.js';
import { SiteAddresses } from '../../kit/site-addresses.js';
import { Gql } from '../gql/gql.js';
import { statusOf } from '#libs/testkit';
import { smallChannel, startSim, type Sim } from '../../../../../tools/provider-sim/index.js';
import { TwitchAssets } from './twitch.assets.js';

const ABOUT = { displayName: 'Harbour', title: 'Boats', category: 'Chess' };

describe('pictures of a chat of the simulated Twitch', () => {
  let sim: Sim;
  let assets: TwitchAssets;
  /** @param mostMs for each service */
  const assetsWithin = (mostMs: number): TwitchAssets => {
    const sites = new SiteAddresses(`${sim.url}/h/{host}`);
    return new TwitchAssets(sites, new Gql(sites, []), mostMs);
  };
  const never = new AbortController().signal;

  beforeEach(async () => {
    const channels = [
      smallChannel('harbour', { twitch: { ...ABOUT, userId: '50000001' } }),
      smallChannel('plain', { twitch: { ...ABOUT, userId: '50000002', emoteSites: [] } }),
    ];
    sim = await startSim({ scenario: { name: 'spec', about: '', channels, steps: [] } });
    assets = assetsWithin(30_000);
  });
  afterEach(() => sim.stop());

  const kinds = (list: readonly ChatAsset[]): readonly string[] =>
    [...new Set(list.map(({ kind, source, global }) => `${kind} ${source} ${global ? 'global' : 'own'}`))].sort();
  const status = ({ url }: { readonly url: string }): Promise<number> => statusOf(url);

  it('come from every service, of everybody and of the channel', async () => {
    const { assets: list, failures } = await assets.of('50000001', never);
    expect(failures).toEqual([]);
    expect(kinds(list)).toEqual([
      'badge twitch global',
      'badge twitch own',
      'cheer twitch global',
      'cheer twitch own',
      'emote 7tv global',
      'emote 7tv own',
      'emote bttv global',
      'emote bttv own',
      'emote ffz global',
      'emote ffz own',
    ]);
    expect(list.filter(({ zeroWidth }) => zeroWidth).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['SoSnowy', 'RainTime', 'PeepoHat', 'harbouHat']),
    );
    expect(list.map(({ name }) => name)).not.toContain('NotForAll');
  });
  it('are there at the first address of each', async () => {
    const { assets: list } = await assets.of('50000001', never);
    const firsts = [...list.filter(({ name }) => name !== 'NoPictures'), assets.emote('25', 'Kappa')].map(
      (asset) => asset.urls[0]!,
    );
    expect(new Set(await Promise.all(firsts.map(status)))).toEqual(new Set([200]));
  });
  it("of a channel that uses none of the services are everybody's, and nothing failed", async () => {
    const { assets: list, failures } = await assets.of('50000002', never);
    expect(failures).toEqual([]);
    expect(kinds(list).filter((kind) => /^emote .* own$/.test(kind))).toEqual([]);
  });
  it('of services that are away are named, and the rest is there', async () => {
    sim.act('harbour', { do: 'site-fault', on: 'emotes', mode: '503' });
    const { assets: list, failures } = await assets.of('50000001', never);
    expect(kinds(list)).toEqual(['badge twitch global', 'badge twitch own', 'cheer twitch global', 'cheer twitch own']);
    expect(failures).toHaveLength(6);
    expect(failures[0]).toBe("BetterTTV's global emotes could not be had: it answers with status 503");
  });
  it('of services that hang are given up, each after its time', async () => {
    sim.act('harbour', { do: 'site-fault', on: 'emotes', mode: 'hang' });
    const { assets: list, failures } = await assetsWithin(2000).of('50000001', never);
    expect(kinds(list)).toContain('badge twitch own');
    expect(failures).toContain("the channel's 7TV emotes could not be had: no answer within 2 s");
  });
  it('of Twitch may be away while the others are there', async () => {
    sim.act('harbour', { do: 'site-fault', on: 'gql', mode: '500' });
    const { assets: list, failures } = await assets.of('50000001', never);
    expect(failures.map((failure) => failure.split(' could')[0])).toEqual(["Twitch's badges", "Twitch's cheermotes"]);
    expect(kinds(list)).toContain('emote 7tv own');
  });
  it('are not asked for when it was stopped before', async () => {
    await expect(assets.of('50000001', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
