import { access, rename } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import type { Installation } from '../../supervisor/index.js';
import type { StorageKind } from '../scenario.js';
import type { Part } from './operation.js';

const AWAY = '.away';
/**
 * Used before a rename of the folder, because a process of the installation may have created the target in the
 * meantime.
 */
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

interface FaultTarget {
  readonly installation: Installation;
  readonly storage: StorageKind;
  readonly say: (line: string) => void;
}

/** Kills parts of an installation, and restores them. */
export class FaultyInstallation {
  private readonly lost: Part[] = [];

  constructor(private readonly its: FaultTarget) {}

  async lose(part: Part): Promise<void> {
    const { installation, storage, say } = this.its;
    this.lost.push(part);
    if (part === 'storage' && storage === 'file') {
      await rename(this.root, this.root + AWAY);
      say(`fault: the storage folder is away`);
      return;
    }
    const child = this.childOf(part);
    const pid = installation.pids()[child] ?? null;
    if (pid === null) throw new OutsideError(untranslated('nothing-in-progress', `${child} did not run`));
    installation.kill(child, 'SIGKILL', { stayDown: true });
    say(`fault: ${child} pid ${String(pid)} is killed`);
  }

  get isStorageLost(): boolean {
    return this.lost.includes('storage');
  }

  /**
   * Restores the parts, first those that others need.
   * @throws OutsideError `wrong`: when a process wrote to the storage path while the storage was away
   */
  async giveBack(): Promise<void> {
    const order: readonly Part[] = ['storage', 'api', 'converter', 'recorder'];
    const began = performance.now();
    const back = order.filter((part) => this.lost.includes(part));
    this.lost.length = 0;
    for (const part of back) {
      if (part === 'storage' && this.its.storage === 'file') await this.putRootBack();
      else await this.its.installation.restart(this.childOf(part));
    }
    this.its.say(`${back.join(', ')} back, ${((performance.now() - began) / 1000).toFixed(1)} s of start`);
  }

  private get root(): string {
    return this.its.installation.env['VODKEEP_STORAGE_DIR'] ?? '';
  }

  private async putRootBack(): Promise<void> {
    const written = await isThere(this.root);
    if (written) await rename(this.root, `${this.root}.written-${String(Date.now())}`);
    await rename(this.root + AWAY, this.root);
    if (written)
      throw new OutsideError(
        untranslated('wrong', `something was written to ${this.root} while the storage was not there`),
      );
  }

  private childOf(part: Part): string {
    return part === 'recorder' ? 'recorder-0' : part === 'storage' ? 's3' : part;
  }
}

/** Waits, so that the continuing work runs into the missing part. */
export const waitForImpact = async (signal: AbortSignal): Promise<void> => {
  await pause(RUN_INTO_MS, null, { signal });
};
const RUN_INTO_MS = 3000;
