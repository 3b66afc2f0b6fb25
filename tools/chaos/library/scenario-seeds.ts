import type { RunContext } from '../run/run-scenario.js';
import type { StorageKind } from '../scenario.js';
import { until } from '../until.js';
import type { Env } from '../verdict/stored-files.js';
import { videoOf } from './operation-channels.js';
import { MAX_ENTRIES } from './operations/deletions.js';
import { doneJob } from './operations/held-operation.js';
import type { LibraryApi } from './library-api.js';
import { loginOf, type LibraryScenario, type Wave } from './scenarios.js';
import { putCopies, readTemplate, type SeedChannel, type Template } from './seed.js';

const SITE = 'twitch';
const MADE_MS = 120_000;

/** The channel of the VOD that all others are copies of. */
export const templateOf = (storage: StorageKind): string => `template_${storage}`;

interface Seeded {
  readonly context: RunContext;
  readonly storage: StorageKind;
  readonly api: LibraryApi;
  readonly env: Env;
}

/** Channels of scenarios, and their VODs: copies of one that was downloaded, which a scan brings into the library. */
export class ScenarioSeeds {
  private template: Template | null = null;

  constructor(private readonly its: Seeded) {}

  /** SHA-256 of the file of each copy. */
  get digest(): string {
    return this.template?.digest ?? '';
  }

  /** @returns uuids of the channels */
  async plant(wave: Wave): Promise<ReadonlyMap<LibraryScenario, string>> {
    const {
      context: { signal, say },
      storage,
      api,
      env,
    } = this.its;
    const channels = new Map<LibraryScenario, string>();
    for (const scenario of wave) channels.set(scenario, await this.follow(scenario));
    const seeds = wave
      .map((scenario): SeedChannel => ({
        uuid: channels.get(scenario) ?? '',
        internalName: loginOf(scenario, storage),
        vods: scenario.operation.vods,
      }))
      .filter(({ vods }) => vods > 0);
    if (seeds.length === 0) return channels;
    this.template ??= await readTemplate(env, await this.downloadOne(), signal);
    await putCopies(env, this.template, seeds);
    say(`      [library ${storage}] ${(await doneJob({ api, signal }, await api.scan())).note}`);
    return channels;
  }

  private async follow(scenario: LibraryScenario): Promise<string> {
    const {
      context: { sim },
      storage,
      api,
    } = this.its;
    const name = loginOf(scenario, storage);
    return scenario.operation.videoS === undefined
      ? api.keepOnly(name, `${sim.url}/live/${name}/index.m3u8`, MAX_ENTRIES)
      : (await api.followAt(SITE, this.pageOf(name), 0)).uuid;
  }

  /** As the operator does it. @returns its uuid */
  private async downloadOne(): Promise<string> {
    const {
      context: { signal },
      storage,
      api,
    } = this.its;
    const { uuid } = await api.followAt(SITE, this.pageOf(templateOf(storage)), 0);
    const { vod } = await api.download(uuid, videoOf(templateOf(storage)));
    await until(
      'the first VOD is downloaded',
      { signal, limitMs: MADE_MS },
      async () => (await api.vod(vod)).state === 'finalized',
    );
    return vod;
  }

  private pageOf(name: string): string {
    return this.its.context.sim.channels.find((channel) => channel.name === name)?.page ?? '';
  }
}
