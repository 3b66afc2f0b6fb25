import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { ulid } from 'ulid';
import { type Bus } from '#libs/bus';
import {
  crcText,
  EVENTS,
  isOfRendition,
  parseSegmentName,
  decodeChat,
  decodeJournal,
  parseChatChunkName,
} from '#libs/contracts';
import { isAppError, messageOf } from '#libs/errors';
import { type Log } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { contentTypeOf } from './content-type.js';
import { type LeftOver, type Spool } from './spool.js';

export interface RecoveryPorts {
  readonly spool: Spool;
  readonly storage: Pick<Storage, 'put'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Log;
  /** Name of this recorder. */
  readonly recorder: string;
  /** ms since the Unix epoch. */
  readonly wall: () => number;
  /** Replaces the timer in tests. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const PART = /^vods\/([^/]+)\/parts\/([^/]+)\//;

/**
 * Stores what an ended recorder left in its spool, and reports which parts grew. Retries until the
 * spool is empty, because storage or NATS may be unavailable for long. Deletes files only after the part's event is
 * published, so that a kill repeats work but loses nothing.
 */
export class SpoolRecovery {
  /** Paths of files that are stored and wait for their event. */
  private readonly stored = new Set<string>();
  private lastFault = '';

  constructor(private readonly ports: RecoveryPorts) {}

  /** Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { spool, log, pause = sleep } = this.ports;
    for (let next = FIRST_WAIT_MS; spool.leftOvers().length > 0; next = Math.min(LONGEST_WAIT_MS, next * 2)) {
      for (const files of byPart(spool.leftOvers())) {
        if (signal.aborted) return;
        await this.recover(files, signal).catch((error: unknown) => {
          if (!signal.aborted && messageOf(error) !== this.lastFault)
            log.failure('spooled segments of an earlier run not stored yet', error, { key: files[0]?.key });
          this.lastFault = messageOf(error);
        });
      }
      if (spool.leftOvers().length > 0) await pause(next, signal);
      if (signal.aborted) return;
    }
  }

  /** @throws OutsideError: storage or NATS is unavailable; all files stay for the next try */
  private async recover(files: readonly LeftOver[], signal: AbortSignal): Promise<void> {
    const { spool, log } = this.ports;
    const whole: LeftOver[] = [];
    for (const file of files) {
      const body = this.stored.has(file.path) ? 'stored' : await this.read(file);
      if (body === 'unreadable') continue;
      if (body === 'gone') {
        await spool.forget(file);
        continue;
      }
      if (body === 'torn') {
        log.warn('incomplete spool file deleted', { key: file.key });
        await spool.forget(file);
        continue;
      }
      if (body !== 'stored') await this.store(file, body, signal);
      whole.push(file);
    }
    if (whole.length > 0) await this.reportRecovered(whole);
    for (const file of whole) {
      await spool.forget(file);
      this.stored.delete(file.path);
    }
  }

  /** An unreadable file does not block the other files. One that is gone was stored by another recorder. */
  private async read({ key, path }: LeftOver): Promise<Buffer | 'torn' | 'gone' | 'unreadable'> {
    try {
      const body = await readFile(path);
      return isComplete(key, body) ? body : 'torn';
    } catch (error) {
      if (isMissing(error)) return 'gone';
      this.ports.log.failure('spool file not readable', error, { key });
      return 'unreadable';
    }
  }

  private async store({ key, path }: LeftOver, body: Buffer, signal: AbortSignal): Promise<void> {
    await this.ports.storage.put(key, body, { contentType: contentTypeOf(key), signal });
    this.stored.add(path);
  }

  private async reportRecovered(files: readonly LeftOver[]): Promise<void> {
    const { bus, log, recorder, wall } = this.ports;
    const [, vodUuid, partId] = PART.exec(files[0]?.key ?? '') ?? [];
    if (vodUuid === undefined || partId === undefined) return;
    const media = files.filter(({ key }) => parseSegmentName(key.slice(key.lastIndexOf('/') + 1)) !== null);
    const bytes = media.reduce((sum, file) => sum + file.sizeBytes, 0);
    const segments = media.filter(({ key }) => !isOfRendition(key)).length;
    try {
      await bus.publish(
        EVENTS.partRecovered,
        { vodUuid, partId, recorder, at: wall(), segments, bytes },
        { msgId: `${partId}:recovered:${ulid()}` },
      );
    } catch (error) {
      if (isAppError(error) && error.fault === 'outside') throw error;
      log.failure('recovered part not reported', error, { vod: vodUuid, part: partId });
    }
    log.info('spooled segments of an earlier run stored', {
      vod: vodUuid,
      part: partId,
      segments,
      bytes,
    });
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const byPart = (files: readonly LeftOver[]): readonly (readonly LeftOver[])[] => [
  ...Map.groupBy(files, ({ key }) => PART.exec(key)?.[0] ?? '').values(),
];

const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
  await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
};

/**
 * Whether a spooled object is complete, not torn by a kill or a power cut. Segments and init sections carry size and
 * checksum in their names, a chunk of chat its number of records; a journal page is checked by its last line.
 * @param key object key; an object whose key says nothing about its bytes counts as complete
 */
function isComplete(key: string, body: Uint8Array): boolean {
  const name = key.slice(key.lastIndexOf('/') + 1);
  const segment = parseSegmentName(name);
  if (segment) return segment.bytes === body.length && segment.crc === checksumOf(body);
  const init = /^([0-9a-f]{8})\.init$/.exec(name)?.[1];
  if (init !== undefined) return init === checksumOf(body);
  const chunk = parseChatChunkName(name);
  if (chunk) return decodeChat(Buffer.from(body).toString('utf8')).records.length === chunk.count;
  return !name.endsWith('.ndjson') || isCompletePage(Buffer.from(body).toString('utf8'));
}

const isCompletePage = (text: string): boolean => text.endsWith('\n') && decodeJournal(text).bad === 0;
const checksumOf = (body: Uint8Array): string => crcText(crc32(body));
