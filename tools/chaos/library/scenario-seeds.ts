import { OutsideError, untranslated } from '#libs/errors';
import type { RunContext } from '../run/run-scenario.js';
import type { StorageKind } from '../scenario.js';
import { until } from '../../common/until.js';
import type { Env } from '../verdict/stored-files.js';
import { videoOf } from './operation-channels.js';
import { RETAINED_VODS } from './operations/deletions.js';
import { waitForJob } from './operations/blocked-operation.js';
import type { LibraryApi } from './library-api.js';
import { loginOf, type LibraryScenario, type Wave } from './scenarios.js';
import { putCopies, readTemplate, type SeedChannel, type Template } from './seed.js';

const SITE = 'twitch';
const DOWNLOAD_LIMIT_MS = 120_000;

/** Channel of the template VOD. All other VODs are copies of it. */
export const templateOf = (storage: StorageKind): string => `template_${storage}`;

interface SeedOptions {
  readonly context: RunContext;
  readonly storage: StorageKind;
  readonly api: LibraryApi;
  readonly env: Env;
}

/** Creates the channels of scenarios and their VODs: copies of one downloaded VOD, added to the library by a scan. */
export class ScenarioSeeds {
  private template: Template | null = null;

  constructor(private readonly options: SeedOptions) {}

  /** SHA-256 of the media file, the same in each copy; empty before the first `create`. */
  get digest(): string {
    return this.template?.digest ?? '';
  }

  /** Creates the channels of a wave and their VODs. @returns channel uuids */
  async create(wave: Wave): Promise<ReadonlyMap<LibraryScenario, string>> {
    const {
      context: { signal, say },
      storage,
      api,
      env,
    } = this.options;
    const channels = new Map<LibraryScenario, string>();
    const seeds: SeedChannel[] = [];
    for (const scenario of wave) {
      const uuid = await this.addChannel(scenario);
      channels.set(scenario, uuid);
      const { vods } = scenario.operation;
      if (vods > 0) seeds.push({ uuid, internalName: loginOf(scenario, storage), vods });
    }
    if (seeds.length === 0) return channels;
    this.template ??= await readTemplate(env, await this.downloadOne(), signal);
    await putCopies(env, this.template, seeds);
    say(`      [library ${storage}] ${(await waitForJob({ api, signal }, await api.scan())).note}`);
    return channels;
  }

  private async addChannel(scenario: LibraryScenario): Promise<string> {
    const {
      context: { sim },
      storage,
      api,
    } = this.options;
    const name = loginOf(scenario, storage);
    return scenario.operation.videoS === undefined
      ? api.addUnrecorded(name, `${sim.url}/live/${name}/index.m3u8`, RETAINED_VODS)
      : (await api.followAt(SITE, this.pageOf(name), 0)).uuid;
  }

  /** Downloads the template VOD through the API. @returns its uuid */
  private async downloadOne(): Promise<string> {
    const {
      context: { signal },
      storage,
      api,
    } = this.options;
    const { uuid } = await api.followAt(SITE, this.pageOf(templateOf(storage)), 0);
    const { vod } = await api.download(uuid, videoOf(templateOf(storage)));
    await until(
      'the first VOD is downloaded',
      { signal, limitMs: DOWNLOAD_LIMIT_MS },
      async () => (await api.vod(vod)).state === 'finalized',
    );
    return vod;
  }

  private pageOf(name: string): string {
    const page = this.options.context.sim.channels.find((channel) => channel.name === name)?.page;
    if (page === undefined) throw new OutsideError(untranslated('no-channel', `the sim has no channel ${name}`));
    return page;
  }
}
