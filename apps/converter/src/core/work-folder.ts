import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { isProcessAlive } from '#libs/service-kit';
import { type Space, spaceOf, type Storage } from '#libs/storage';
import { type Worker, WORKER } from './tokens.js';

const WORK_FOLDER_NAME = /^converter-(\d+)$/;

/**
 * The folder of this process for unfinished files. At startup it removes the folders of crashed processes: an attempt
 * never continues with a partial file.
 */
@Injectable()
export class WorkFolder implements OnModuleInit, OnApplicationShutdown {
  private readonly folder: string;

  constructor(@Inject(WORKER) private readonly worker: Worker) {
    this.folder = path.join(worker.workDir, `converter-${String(worker.pid)}`);
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.worker.workDir, { recursive: true });
    for (const name of await readdir(this.worker.workDir)) {
      if (isLeftOver(name, this.worker.pid))
        await rm(path.join(this.worker.workDir, name), { recursive: true, force: true });
    }
    await mkdir(this.folder, { recursive: true });
  }

  async onApplicationShutdown(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  file(name: string): string {
    return path.join(this.folder, name);
  }

  async remove(name: string): Promise<void> {
    await rm(this.file(name), { force: true });
  }

  space(): Promise<Space> {
    return spaceOf(this.folder);
  }

  /** Whether storage links the files of this folder. */
  linksTo(storage: Pick<Storage, 'linksFrom'>): Promise<boolean> {
    return storage.linksFrom(this.folder);
  }
}

/**
 * Whether a folder belongs to a process that has ended. A folder with this process's own number is also left over,
 * because this process has just started (in a container every process has number 1).
 */
function isLeftOver(name: string, ownPid: number): boolean {
  const pid = Number(WORK_FOLDER_NAME.exec(name)?.[1]);
  return !Number.isNaN(pid) && (pid === ownPid || !isProcessAlive(pid));
}
