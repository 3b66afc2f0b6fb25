import { objectKeys, pathOf, type SegmentExt, vodInit, vodPlaylist, vodSegment, vodShare } from '#libs/contracts';
import { type ApiConfig } from '#libs/config';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { CONFIG } from '#libs/service-kit';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { MediaSigner } from '../../http/media-signer.js';
import { MediaStore } from '../../platform/storage/ports.js';
import { sendObject } from '../../http/send-object.js';
import { extensionOf } from '../../views/media-address.js';
import { WatchService } from './watch.service.js';

const MIME = {
  ts: 'video/mp2t',
  m4s: 'video/iso.segment',
  aac: 'audio/aac',
  mp3: 'audio/mpeg',
  ac3: 'audio/ac3',
  eac3: 'audio/eac3',
  init: 'video/mp4',
} as const satisfies Record<SegmentExt | 'init', string>;
const isSafe = (name: string): boolean => /^[0-9A-Za-z_-]+(\.[0-9a-z]+)?$/.test(name);

/** Serves the playlist of a VOD and its segments, also during the recording (docs/flows/watch.md). */
@Controller()
export class WatchController {
  constructor(
    private readonly watch: WatchService,
    private readonly store: MediaStore,
    private readonly signer: MediaSigner,
    @Inject(CONFIG) private readonly config: ApiConfig,
  ) {}

  @Implements(vodPlaylist)
  async playlist(
    @ValidatedInput(vodPlaylist) { params, query }: Input<typeof vodPlaylist>,
    @Res() res: Response,
  ): Promise<void> {
    const { text, ended } = await this.watch.playlist(
      params.uuid,
      query._HLS_skip === 'YES' || query._HLS_skip === 'v2',
    );
    res.setHeader('content-type', 'application/vnd.apple.mpegurl');
    res.setHeader('cache-control', ended ? 'private, max-age=60' : 'no-cache');
    res.send(text);
  }

  @Implements(vodSegment)
  segment(
    @ValidatedInput(vodSegment) { params }: Input<typeof vodSegment>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const key =
      isSafe(params.part) && isSafe(params.name) ? objectKeys.segment(params.uuid, params.part, params.name) : null;
    return this.send({ req, res }, key, MIME[extensionOf(params.name) as keyof typeof MIME]);
  }

  @Implements(vodInit)
  init(
    @ValidatedInput(vodInit) { params }: Input<typeof vodInit>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const key =
      isSafe(params.part) && isSafe(params.name)
        ? objectKeys.init(params.uuid, params.part, params.name.replace(/\.init$/, ''))
        : null;
    return this.send({ req, res }, key, MIME.init);
  }

  @Implements(vodShare)
  async share(
    @ValidatedInput(vodShare) { params }: Input<typeof vodShare>,
    @Req() req: Request,
  ): Promise<Result<typeof vodShare>> {
    await this.watch.playlist(params.uuid, true);
    const { sig, exp } = this.signer.sign(params.uuid, Date.now());
    const url = `${req.protocol}://${req.get('host') ?? 'localhost'}${this.config.http.basepath}${pathOf(vodPlaylist, { uuid: params.uuid })}?exp=${exp}&sig=${sig}`;
    return { data: { url, expires_at: new Date(Number(exp) * 1000).toISOString() } };
  }

  private send(
    { req, res }: { req: Request; res: Response },
    key: string | null,
    contentType: string | undefined,
  ): Promise<void> {
    if (key === null || contentType === undefined)
      throw new UserError(message('error.segment-missing'), { status: 404 });
    return sendObject(
      { req, res, store: this.store },
      { key, contentType, cache: 'private, max-age=31536000, immutable' },
    );
  }
}
