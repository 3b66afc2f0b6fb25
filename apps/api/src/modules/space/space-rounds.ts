import { objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Locks } from '../../db/advisory-lock.js';
import { SingletonRounds } from '../../workflows/singleton-rounds.js';
import { type VodEntity } from '../vod/vod.entity.js';
import { SpaceRepository } from './space.repository.js';

const EVERY_MS = 60_000;
const AT_ONCE = 50;
/** Of a VOD; segments and files are known by their rows. */
const CHAT = ['chat/'] as const;
const OTHER = ['thumbs/', 'timeline/', 'manifest/'] as const;

/** Counts what is small and many of each VOD once it has changed and is at rest. One api at a time. */
@Injectable()
export class SpaceRounds implements OnModuleDestroy {
  private readonly rounds: SingletonRounds;

  constructor(locks: Locks, @Inject(STORAGE) private readonly storage: Storage, private readonly space: SpaceRepository) {
    this.rounds = new SingletonRounds(locks.of('space'), { name: 'space', everyMs: EVERY_MS, work: () => this.round() });
  }

  start(): void { this.rounds.start(); }
  async onModuleDestroy(): Promise<void> { await this.rounds.stop(); }

  async round(): Promise<void> {
    for (const vod of await this.space.due(AT_ONCE)) await this.list(vod);
  }

  private async list(vod: VodEntity): Promise<void> {
    const prefix = objectKeys.vod(vod.uuid);
    const parts: string[] = [];
    for await (const part of this.storage.names(objectKeys.parts(vod.uuid))) parts.push(`parts/${part}`);
    const chat = await this.bytesBelow(prefix, [...CHAT, ...parts.map((part) => `${part}c/`)]);
    const other = await this.bytesBelow(prefix, [...OTHER, ...parts.map((part) => `${part}j/`)]);
    await this.space.note(vod, { segments: vod.segmentsGone ? 0 : vod.bytes, files: 0, chat, other });
  }

  private async bytesBelow(prefix: string, folders: readonly string[]): Promise<number> {
    let bytes = 0;
    for (const folder of folders) for await (const { sizeBytes } of this.storage.list(prefix + folder)) bytes += sizeBytes;
    return bytes;
  }
}
