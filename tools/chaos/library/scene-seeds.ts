import type { Theatre } from '../run/performing.js';
import type { StorageKind } from '../scenario.js';
import { until } from '../until.js';
import type { Env } from '../verdict/stored-files.js';
import { videoOf } from './act-channels.js';
import { KEPT } from './acts/deletions.js';
import { doneJob } from './acts/struck-in.js';
import type { LibraryApi } from './library-api.js';
import { loginOf, type LibraryScene, type Wave } from './scenes.js';
import { putCopies, readTemplate, type SeedChannel, type Template } from './seed.js';

const SITE = 'twitch';
const MADE_MS = 120_000;

/** The channel of the VOD that all others are copies of. */
export const templateOf = (storage: StorageKind): string => `template_${storage}`;

interface Seeded {
  readonly theatre: Theatre;
  readonly storage: StorageKind;
  readonly api: LibraryApi;
  readonly env: Env;
}

/** Channels of scenes, and their VODs: copies of one that was downloaded, which a scan brings into the library. */
export class SceneSeeds {
  private template: Template | null = null;

  constructor(private readonly its: Seeded) {}

  /** SHA-256 of the file of each copy. */
  get digest(): string {
    return this.template?.digest ?? '';
  }

  /** @returns uuids of the channels */
  async plant(wave: Wave): Promise<ReadonlyMap<LibraryScene, string>> {
    const {
      theatre: { signal, say },
      storage,
      api,
      env,
    } = this.its;
    const channels = new Map<LibraryScene, string>();
    for (const scene of wave) channels.set(scene, await this.follow(scene));
    const seeds = wave
      .map((scene): SeedChannel => ({
        uuid: channels.get(scene) ?? '',
        internalName: loginOf(scene, storage),
        vods: scene.act.vods,
      }))
      .filter(({ vods }) => vods > 0);
    if (seeds.length === 0) return channels;
    this.template ??= await readTemplate(env, await this.downloadOne(), signal);
    await putCopies(env, this.template, seeds);
    say(`      [library ${storage}] ${(await doneJob({ api, signal }, await api.scan())).note}`);
    return channels;
  }

  private async follow(scene: LibraryScene): Promise<string> {
    const {
      theatre: { sim },
      storage,
      api,
    } = this.its;
    const name = loginOf(scene, storage);
    return scene.act.videoS === undefined
      ? api.keepOnly(name, `${sim.url}/live/${name}/index.m3u8`, KEPT)
      : (await api.followAt(SITE, this.pageOf(name), 0)).uuid;
  }

  /** As the operator does it. @returns its uuid */
  private async downloadOne(): Promise<string> {
    const {
      theatre: { signal },
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
    return this.its.theatre.sim.channels.find((channel) => channel.name === name)?.page ?? '';
  }
}
