import { rm, writeFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { Controller, Inject, Logger } from '@nestjs/common';
import { type MessageContext, OnCommand } from '#libs/bus';
import { objectKeys, type Payload, picture } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { livePicture } from '#libs/media';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { WorkFolder } from '../core/work-folder.js';

type PictureRequest = Payload<typeof picture>;

/** Longer than one image of a large segment takes on a busy machine. */
const TIMEOUT_MS = 30_000;

/**
 * Makes preview images of running recordings for the dashboard. A failed image is not retried: the next request follows
 * within seconds.
 */
@Controller()
export class LivePictureHandler {
  private readonly log = new Logger('picture');

  constructor(
    private readonly work: WorkFolder,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  @OnCommand(picture)
  async make(request: PictureRequest, context: MessageContext): Promise<void> {
    const [file, outPath] = [this.work.file(`${request.vodUuid}.piece`), this.work.file(`${request.vodUuid}.jpg`)];
    try {
      await writeFile(file, await this.readSegmentWithInit(request));
      await livePicture({ file, outPath, signal: AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT_MS)]) });
      await this.storage.put(request.outKey, createReadStream(outPath), { contentType: 'image/jpeg' });
    } catch (thrown) {
      this.log.debug(`VOD ${request.vodUuid}: no picture: ${messageOf(thrown)}`);
    } finally {
      await Promise.all([rm(file, { force: true }), rm(outPath, { force: true })]);
    }
  }

  private async readSegmentWithInit({ vodUuid, partId, segment, initCrc }: PictureRequest): Promise<Buffer> {
    const body = await this.storage.read(objectKeys.segment(vodUuid, partId, segment));
    return initCrc === null
      ? body
      : Buffer.concat([await this.storage.read(objectKeys.init(vodUuid, partId, initCrc)), body]);
  }
}
