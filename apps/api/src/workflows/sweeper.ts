import { objectKeys } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { STORAGE } from '#libs/service-kit';
import { Settings } from '../modules/settings/settings.service.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { Recording } from './recording.js';
import { Rounds } from './rounds.js';

const EVERY_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Lets go of what nobody needs any more: segments whose container is verified, replaced attempts, tombstones (architecture 10). */
@Injectable()
export class Sweeper implements OnModuleDestroy {
  private readonly log = new Logger('sweeper');
  private readonly rounds = new Rounds('sweeper', EVERY_MS, () => this.round());

  constructor(@Inject(STORAGE) private readonly storage: Storage, private readonly vods: VodRepository, private readonly recording: Recording, private readonly settings: Settings) {}

  start(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
  }

  async round(): Promise<void> {
    // A VOD that may still be reopened keeps its segments: its next file is made of all of them.
    const keepMs = Math.max(this.settings.get('capture.keep_segments_h') * HOUR_MS, this.settings.get('capture.reopen_s') * 1000);
    for (const vod of await this.vods.withSegments()) {
      const age = Date.now() - (vod.endedAt?.getTime() ?? Date.now());
      if (vod.state === 'finalized' && vod.convertState === 'done' && age >= keepMs) await this.dropSegments(vod);
    }
    for await (const tombstone of this.storage.list(objectKeys.tombstones())) {
      if (Date.now() - tombstone.modifiedAt.getTime() > 30 * DAY_MS) await this.storage.delete([tombstone.key]);
    }
  }

  private async dropSegments(vod: VodEntity): Promise<void> {
    await this.dropOldAttempts(vod);
    // The flag first: whoever plays the segments right now is told 410 with the file's address, instead of meeting holes.
    const marked = await this.recording.change(vod.uuid, (row) => { if (row.state !== 'finalized') return false; row.segmentsGone = true; row.bytes = 0; return true; });
    if (!marked) return;
    const { objects, bytes } = await this.storage.deletePrefix(objectKeys.parts(vod.uuid));
    this.log.log(`${vod.basename}: ${objects} segments (${Math.round(bytes / 1e6)} MB) are gone, the file stays`);
  }

  private async dropOldAttempts(vod: VodEntity): Promise<void> {
    const wanted = new Set((await this.vods.files([vod.uuid])).flatMap((f) => [f.key, f.thumbKey, f.keyframesKey]));
    const old: string[] = [];
    for await (const object of this.storage.list(objectKeys.files(vod.uuid))) {
      if (!wanted.has(object.key) && Date.now() - object.modifiedAt.getTime() > DAY_MS) old.push(object.key);
    }
    await this.storage.delete(old);
  }
}
