import { access, rename } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import type { Installation } from '../../supervisor/index.js';
import type { StorageKind } from '../scenario.js';
import type { Part } from './operation.js';

const UNMOUNTED_SUFFIX = '.away';
/** Whether there is a file or folder at this path. */
const exists = (path: string): Promise<boolean> =>
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

  constructor(private readonly target: FaultTarget) {}

  async lose(part: Part): Promise<void> {
    const { installation, storage, say } = this.target;
    this.lost.push(part);
    if (part === 'storage' && storage === 'file') {
      await rename(this.root, this.root + UNMOUNTED_SUFFIX);
      say('fault: the storage folder is moved away');
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
   * @throws OutsideError `wrong` if a process wrote to the storage path while the storage was moved away
   */
  async restore(): Promise<void> {
    const order: readonly Part[] = ['storage', 'api', 'converter', 'recorder'];
    const began = performance.now();
    const back = order.filter((part) => this.lost.includes(part));
    this.lost.length = 0;
    for (const part of back) {
      if (part === 'storage' && this.target.storage === 'file') await this.restoreRoot();
      else await this.target.installation.restart(this.childOf(part));
    }
    this.target.say(`${back.join(', ')} restored, ${((performance.now() - began) / 1000).toFixed(1)} s of start`);
  }

  private get root(): string {
    return this.target.installation.env['VODKEEP_STORAGE_DIR'] ?? '';
  }

  private async restoreRoot(): Promise<void> {
    // A process of the installation may have created the folder again in the meantime.
    const written = await exists(this.root);
    if (written) await rename(this.root, `${this.root}.written-${String(Date.now())}`);
    await rename(this.root + UNMOUNTED_SUFFIX, this.root);
    if (written)
      throw new OutsideError(
        untranslated('wrong', `something was written to ${this.root} while the storage was moved away`),
      );
  }

  private childOf(part: Part): string {
    return part === 'recorder' ? 'recorder-0' : part === 'storage' ? 's3' : part;
  }
}

/** Waits, so that the continuing work runs into the missing part. */
export const waitForImpact = async (signal: AbortSignal): Promise<void> => {
  await pause(IMPACT_MS, null, { signal });
};
const IMPACT_MS = 3000;
