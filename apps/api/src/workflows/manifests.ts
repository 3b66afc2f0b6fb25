import { objectKeys } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { STORAGE } from '#libs/service-kit';
import { Locks } from '../db/advisory-lock.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { StoryRepository } from '../story/story.repository.js';
import { SingletonRounds } from './singleton-rounds.js';

/** Changes of a VOD within this time go into one manifest (architecture 10). */
const DEBOUNCE_MS = 5000;
const AT_ONCE = 50;
const KEPT_REVISIONS = 2;

/** Writes all that Postgres knows of a VOD beside its media, so that a scan rebuilds the library (architecture 10, "Manifest"). Only api writes them. */
@Injectable()
export class Manifests implements OnModuleDestroy {
  private readonly rounds: SingletonRounds;


  constructor(@Inject(STORAGE) private readonly storage: Storage, private readonly vods: VodRepository, private readonly stories: StoryRepository, locks: Locks) {
    this.rounds = new SingletonRounds(locks.of('manifests'), { name: 'manifests', everyMs: DEBOUNCE_MS, work: () => this.round() });
  }

  start(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop(() => this.round());
  }

  private async round(): Promise<void> {
    for (const vod of await this.vods.dueManifests(AT_ONCE)) await this.write(vod);
  }

  private async write(vod: VodEntity): Promise<void> {
    const revision = await this.vods.takeRevision(vod.uuid);
    const [parts, files, { chapters, viewers }] = await Promise.all([this.vods.parts([vod.uuid]), this.vods.files([vod.uuid]), this.stories.whole(vod.uuid)]);
    const body = JSON.stringify({ format: 1, revision, writtenAt: new Date().toISOString(), vod, parts, files, chapters, viewers }, null, 1);
    await this.storage.put(objectKeys.manifest(vod.uuid, revision), Buffer.from(body), { contentType: 'application/json' });
    await this.vods.noteManifest(vod.uuid, vod.version);
    if (revision > KEPT_REVISIONS) await this.storage.delete([objectKeys.manifest(vod.uuid, revision - KEPT_REVISIONS)]);
  }
}
