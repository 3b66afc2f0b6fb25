import { readFile } from 'node:fs/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Bus } from '#libs/bus';
import { type Payload, type probe, probeDone, probeFailed, type MediaSource } from '#libs/contracts';
import { BugError, localizedOf, OutsideError, UserError } from '#libs/errors';
import { english, message, type Message, type MessageParam } from '#libs/messages';
import { type FileInfo, FileServer, probeFile, thumbnail, type FarFile } from '#libs/media';
import { type Delivered, STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { ulid } from 'ulid';
import { THUMB_TYPE } from '../core/thumb-type.js';
import { WorkFolder } from '../core/work-folder.js';

type Command = Payload<typeof probe>;

/** Probes a finished file in place: it reads only the index and the data for one thumbnail. */
@Injectable()
export class MediaProbe {
  private readonly log = new Logger('probe');

  constructor(
    @Inject(Bus) private readonly bus: Pick<Bus, 'publish'>,
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly work: WorkFolder,
  ) {}

  /** @throws OutsideError if storage is unavailable: the bus delivers the command again */
  async run(command: Command, delivered: Delivered): Promise<void> {
    const { id, owner, attempt } = command;
    const request = { id, owner, attempt, at: Date.now() };
    // Not the attempt: NATS would drop a repeated answer as a duplicate, although the first one may be lost.
    const msgId = ulid();
    try {
      const answer = await this.inspect(command, delivered);
      await this.bus.publish(probeDone, { ...request, ...answer }, { msgId });
    } catch (thrown) {
      delivered.signal.throwIfAborted();
      if (thrown instanceof BugError || isUnavailable(thrown)) throw thrown;
      const reason = withoutLocalAddress(localizedOf(thrown));
      this.log.warn(`${sourceName(command)}: not probed: ${english(reason)}`);
      await this.bus.publish(probeFailed, { ...request, reason }, { msgId });
    }
  }

  private async inspect(command: Command, delivered: Delivered) {
    const { signal } = delivered;
    await using server = await FileServer.start(await openFarFile(this.storage, command.source));
    if (server.sizeBytes === 0) throw new OutsideError(message('error.file-without-media.empty'));
    try {
      const onProgress = (): void => {
        delivered.progress();
      };
      const info = await probeFile({ file: server.url, bytes: server, signal, onProgress });
      const { thumbKey, warnings } = await this.storeThumbnail(command, { server, info, signal });
      return {
        sizeBytes: server.sizeBytes,
        videoMs: info.trackMs,
        metadata: { ...info.metadata, size: server.sizeBytes },
        thumbKey,
        warnings,
      };
    } catch (thrown) {
      throw server.failure ?? thrown;
    }
  }

  /** A failure is only a warning: a file without a thumbnail is valid. */
  private async storeThumbnail(
    { attempt, thumb }: Command,
    { server, info, signal }: { readonly server: FileServer; readonly info: FileInfo; readonly signal: AbortSignal },
  ): Promise<{ thumbKey: string | null; warnings: Message[] }> {
    if (!thumb || info.metadata.type === 'audio') return { thumbKey: null, warnings: [] };
    const scratch = `${attempt}.${thumb.format}`;
    const outPath = this.work.file(scratch);
    try {
      await thumbnail({ file: server.url, outPath, videoMs: info.trackMs, signal, format: thumb.format });
      await this.storage.put(thumb.key, await readFile(outPath), { contentType: THUMB_TYPE[thumb.format], signal });
      return { thumbKey: thumb.key, warnings: [] };
    } catch (thrown) {
      signal.throwIfAborted();
      if (server.failure) throw server.failure;
      return { thumbKey: null, warnings: [message('job.no-thumbnail', { why: localizedOf(thrown) })] };
    } finally {
      await this.work.remove(scratch);
    }
  }
}

/** Local address from which ffmpeg read the file. It means nothing outside this process. */
const LOCAL_ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/[\da-f]+\//g;
function withoutLocalAddress({ key, params = {} }: Message): Message {
  const clean = (param: MessageParam): MessageParam =>
    typeof param === 'string' ? param.replace(LOCAL_ADDRESS, '') : param;
  return { key, params: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, clean(param)])) };
}

const sourceName = ({ source }: Command): string => (source.in === 'store' ? source.key : source.path);

/**
 * Codes of faults that are not caused by the file: storage is unavailable (libs/storage) or ffmpeg is missing. The bus
 * delivers the command again. An ffmpeg error about the file is not one of them.
 */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  'storage-away',
  'storage-denied',
  'storage-full',
  'storage-read-only',
  'bucket-missing',
  'storage-failed',
  'ffmpeg-missing',
]);
const isUnavailable = (thrown: unknown): boolean =>
  UNAVAILABLE_CODES.has((thrown as { code?: string } | null)?.code ?? '');

/** Opens a stored file or a file of the library folder for ffmpeg. @throws UserError `file-missing` */
async function openFarFile(storage: Storage, source: MediaSource): Promise<FarFile> {
  const name = source.in === 'store' ? source.key : source.path;
  const extension = name.slice(name.lastIndexOf('.') + 1).replace(/[^\w]/g, '') || 'bin';
  if (source.in === 'store') {
    const found = await storage.head(source.key);
    if (!found) throw fileMissing();
    return {
      sizeBytes: found.sizeBytes,
      extension,
      open: async (range, signal) => (await storage.get(source.key, range, signal)).stream,
    };
  }
  const { library } = storage;
  const found = await library?.head(source.path);
  if (!library || !found) throw fileMissing();
  return {
    sizeBytes: found.sizeBytes,
    extension,
    open: async (range, signal) => (await library.get(source.path, range, signal)).stream,
  };
}

const fileMissing = (): UserError => new UserError(message('error.file-missing'));
