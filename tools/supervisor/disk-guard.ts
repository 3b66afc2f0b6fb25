import { spawnSync } from 'node:child_process';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '#libs/errors';

const CHECK_MS = 2000;
/** A write to a disk with less free space fails soon, if it has not failed yet. */
const FULL_BYTES = 1024 ** 2;
/** nats-server and PostgreSQL start again when this much is free: both write some MB at a start. */
const ROOM_BYTES = 32 * 1024 ** 2;
/** The ballast is freed when less than this fraction of it is free, and takes at most this fraction of the free space. */
const FREED_SHARE = 8;
const FREE_SHARE = 10;
/** A smaller ballast would not help. */
const MIN_BALLAST_BYTES = 16 * 1024 ** 2;
/** A freed ballast is created again when this many times its size is free. */
const RENEWED_FACTOR = 3;
/** A disk that cannot reserve space is not asked at each check: each try starts a process. */
const ALLOCATE_AGAIN_MS = 600_000;
/** The lines of nats-server about a stream that refuses all further writes until the server starts again. */
const BROKEN_STREAM = /critical write error|no space left on device|read-only file system/i;

interface DiskState {
  readonly freeBytes: number;
  readonly isReadOnly: boolean;
}

interface Ports {
  readonly dataDir: string;
  /** null: the program runs elsewhere */
  readonly databaseDir: string | null;
  readonly messagesDir: string | null;
  readonly natsLog: string;
  /** wanted size of the ballast; 0: none */
  readonly ballastBytes: number;
  /** starts a program again, or at once if it is down and waits for its next try */
  readonly restart: (child: 'nats' | 'postgres') => Promise<void>;
  readonly isDown: (child: 'postgres') => boolean;
  readonly say: (line: string) => void;
  readonly stateOf?: (dir: string) => DiskState | null;
}

/** Path of the ballast in a data folder. */
export const ballastFile = (dataDir: string): string => join(dataDir, 'ballast');

/**
 * Watches the disks of database and messages. It keeps a file as ballast, whose space it gives to them before their disk
 * is full. After a full or read-only disk, JetStream refuses writes until nats-server starts again, and PostgreSQL has
 * ended: both start again as soon as they can write.
 */
export class DiskGuard {
  #timer: NodeJS.Timeout | undefined;
  #logOffset: number;
  /** A stream of JetStream refuses writes. */
  #areStreamsBroken = false;
  /** Folders whose disk was full or read-only, and that cannot be written yet. */
  readonly #unwritable = new Set<string>();
  /** Size of the ballast that was freed; 0: none was. */
  #freedBytes = 0;
  /** On the clock of `performance.now`. */
  #allocateFrom = 0;
  #lastFault = '';

  constructor(private readonly ports: Ports) {
    this.#logOffset = sizeOf(ports.natsLog);
  }

  start(): void {
    this.#tryCheck();
    this.#timer = setInterval(() => {
      this.#tryCheck();
    }, CHECK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  check(): void {
    this.#checkBallast();
    const { databaseDir, messagesDir } = this.ports;
    if (databaseDir !== null) this.#checkFolder(databaseDir);
    if (messagesDir !== null) this.#checkMessages(messagesDir);
  }

  /** A disk that does not even answer must not end the supervisor. */
  #tryCheck(): void {
    try {
      this.check();
    } catch (thrown) {
      const fault = messageOf(thrown);
      if (fault !== this.#lastFault) this.ports.say(`The disks could not be checked: ${fault}`);
      this.#lastFault = fault;
    }
  }

  /** @returns whether the folder can be written now and could not at the check before */
  #checkFolder(dir: string): boolean {
    const state = this.#stateOf(dir);
    if (state === null) return false;
    if (state.isReadOnly || state.freeBytes < FULL_BYTES) {
      if (!this.#unwritable.has(dir))
        this.ports.say(
          `The disk of ${dir} is ${state.isReadOnly ? 'read-only' : 'full'}. Vodkeep continues when it can write there`,
        );
      this.#unwritable.add(dir);
      return false;
    }
    if (!this.#unwritable.has(dir) || state.freeBytes < ROOM_BYTES) return false;
    this.#unwritable.delete(dir);
    this.ports.say(`The disk of ${dir} can be written again`);
    if (this.ports.isDown('postgres')) this.#restart('postgres');
    return true;
  }

  #checkMessages(dir: string): void {
    this.#areStreamsBroken ||= BROKEN_STREAM.test(this.#newLog());
    if (this.#checkFolder(dir)) this.#areStreamsBroken = true;
    if (!this.#areStreamsBroken || this.#unwritable.has(dir)) return;
    const state = this.#stateOf(dir);
    if (state === null || state.isReadOnly || state.freeBytes < ROOM_BYTES) return;
    this.#areStreamsBroken = false;
    this.#restart('nats');
  }

  #restart(child: 'nats' | 'postgres'): void {
    this.ports.restart(child).then(
      () => {
        // What it logged until its end is no fault of the new process.
        this.#logOffset = sizeOf(this.ports.natsLog);
      },
      (thrown: unknown) => {
        this.ports.say(`${child} could not be started again: ${messageOf(thrown)}`);
      },
    );
  }

  #checkBallast(): void {
    const { dataDir, ballastBytes, say } = this.ports;
    const size = sizeOf(ballastFile(dataDir));
    const state = this.#stateOf(dataDir);
    if (state === null || state.isReadOnly) return;
    if (size === 0) this.#createBallast(state.freeBytes);
    else if (ballastBytes === 0) rmSync(ballastFile(dataDir), { force: true });
    else if (state.freeBytes < size / FREED_SHARE) {
      rmSync(ballastFile(dataDir), { force: true });
      this.#freedBytes = size;
      say(`The disk of ${dataDir} is almost full: database and messages get the ballast (${megabytes(size)})`);
    }
  }

  #createBallast(freeBytes: number): void {
    const { dataDir, ballastBytes, say } = this.ports;
    const wanted = Math.floor(Math.min(ballastBytes, freeBytes / FREE_SHARE));
    if (wanted < MIN_BALLAST_BYTES || freeBytes < this.#freedBytes * RENEWED_FACTOR) return;
    if (performance.now() < this.#allocateFrom) return;
    if (!allocate(ballastFile(dataDir), wanted)) {
      this.#allocateFrom = performance.now() + ALLOCATE_AGAIN_MS;
      return;
    }
    if (this.#freedBytes > 0) say(`There is space again for the ballast (${megabytes(wanted)})`);
    this.#freedBytes = 0;
  }

  /** What nats-server logged since the last call. The log may have been trimmed meanwhile. */
  #newLog(): string {
    const size = sizeOf(this.ports.natsLog);
    if (size < this.#logOffset) this.#logOffset = 0;
    const length = Math.min(size - this.#logOffset, MAX_LOG_BYTES);
    if (length <= 0) return '';
    const buffer = Buffer.alloc(length);
    const log = openSync(this.ports.natsLog, 'r');
    try {
      readSync(log, buffer, 0, length, this.#logOffset);
    } finally {
      closeSync(log);
    }
    this.#logOffset = size;
    return buffer.toString('utf8');
  }

  #stateOf(dir: string): DiskState | null {
    return (this.ports.stateOf ?? stateOfDisk)(dir);
  }
}

const MAX_LOG_BYTES = 256 * 1024;
const megabytes = (bytes: number): string => `${String(Math.floor(bytes / 1024 ** 2))} MB`;
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Null if the folder is missing. */
function stateOfDisk(dir: string): DiskState | null {
  if (!existsSync(dir)) return null;
  const { bavail, bsize } = statfsSync(dir);
  return { freeBytes: bavail * bsize, isReadOnly: isReadOnly(dir) };
}

function isReadOnly(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EROFS';
  }
}

/** Reserves blocks, so that the file takes its whole size. Some network shares cannot: then there is no ballast. */
function allocate(file: string, bytes: number): boolean {
  const { status } = spawnSync('fallocate', ['-l', String(bytes), file], { stdio: 'ignore' });
  if (status !== 0) rmSync(file, { force: true });
  return status === 0;
}
