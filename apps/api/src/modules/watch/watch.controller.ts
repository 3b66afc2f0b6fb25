import {
  type LinkMaker,
  objectKeys,
  pathOf,
  SEGMENT_MIME,
  type SegmentExt,
  type View,
  type Vod,
  vodFileList,
  vodInit,
  vodPlaylist,
  vodRendition,
  vodSegment,
  vodShare,
} from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { callerAddress } from '../../http/caller-address.js';
import { type LinkRef } from '../../http/media-signer.js';
import { type Caller, linkOf, Who } from '../auth/caller.js';
import { PlayerLinks } from '../auth/player-links.service.js';
import { HttpConfig } from '../../platform/http-config.js';
import { MediaStore } from '../../platform/storage/ports.js';
import { sendObject } from '../../http/send-object.js';
import { extensionOf } from '../../views/media-address.js';
import { fileListText, filesToPlay } from './file-list.js';
import { partInKeys } from './playlist-text.js';
import { signedText } from './signed-text.js';
import { WatchService } from './watch.service.js';

const INIT_MIME = 'video/mp4';
type ListedFiles = Readonly<View<typeof Vod>['files']>;

const isSegmentExt = (ext: string): ext is SegmentExt => Object.hasOwn(SEGMENT_MIME, ext);

/** Whether a name of a URL can be part of an object key: no path leads out of the folder of the VOD. */
const isSafe = (name: string): boolean => /^[0-9A-Za-z_-]+(\.[0-9a-z]+)?$/.test(name);

interface PlaylistRequest {
  readonly uuid: string;
  /** `_HLS_skip` of RFC 8216bis 6.2.5.1: `YES` or `v2` requests a delta update. */
  readonly skip: string | undefined;
  /** A playlist of the master; null: the playlist of the VOD. */
  readonly name: string | null;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

const makerOf = ({ level, session }: Caller): LinkMaker =>
  level === 'guest' ? 'guest' : session === null ? 'machine' : 'operator';

const SEGMENT_MISSING = (): UserError => new UserError(message('error.segment-missing'), { status: 404 });

/** Serves the playlist of a VOD and its segments, also during the recording (docs/flows/watch.md). */
@Controller()
export class WatchController {
  constructor(
    private readonly watch: WatchService,
    private readonly store: MediaStore,
    private readonly links: PlayerLinks,
    private readonly config: HttpConfig,
  ) {}

  @Implements(vodPlaylist)
  async playlist(
    @ValidatedInput(vodPlaylist) { params, query }: Input<typeof vodPlaylist>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    // The page has no link; it plays the files by itself.
    const files = linkOf(req) === undefined ? null : await this.filesInstead(params.uuid);
    if (files !== null) {
      const [only, ...others] = files;
      const path = only !== undefined && others.length === 0 ? only.url : this.under(pathOf(vodFileList, params));
      res.redirect(await this.signed(req, path));
      return;
    }
    await this.sendPlaylist({ req, res }, { uuid: params.uuid, skip: query._HLS_skip, name: null });
  }

  @Implements(vodFileList)
  async fileList(
    @ValidatedInput(vodFileList) { params }: Input<typeof vodFileList>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const { vod } = await this.watch.playlistOrFiles(params.uuid);
    const files = await Promise.all(
      filesToPlay(vod.files).map(async (file) => ({ ...file, address: await this.signed(req, file.url) })),
    );
    res.setHeader('content-type', 'audio/x-mpegurl');
    res.setHeader('cache-control', 'private, no-cache');
    res.send(fileListText(vod.stream_title || vod.basename, files));
  }

  @Implements(vodRendition)
  async rendition(
    @ValidatedInput(vodRendition) { params, query }: Input<typeof vodRendition>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const name = params.name.replace(/\.m3u8$/, '');
    await this.sendPlaylist({ req, res }, { uuid: params.uuid, skip: query._HLS_skip, name });
  }

  /** Only a caller with a link gets signed URLs, which work as long as the link; others send their cookie again. */
  private async sendPlaylist({ req, res }: Exchange, { uuid, skip, name }: PlaylistRequest): Promise<void> {
    const { text, ended } = await this.watch.playlist(uuid, skip === 'YES' || skip === 'v2', name);
    res.setHeader('content-type', 'application/vnd.apple.mpegurl');
    res.setHeader('cache-control', ended ? 'private, max-age=60' : 'private, no-cache');
    const link = linkOf(req);
    const folder = req.path.slice(0, req.path.lastIndexOf('/') + 1);
    res.send(link === undefined ? text : signedText(text, folder, await this.links.signerFor(link)));
  }

  @Implements(vodSegment)
  segment(
    @ValidatedInput(vodSegment) { params }: Input<typeof vodSegment>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const { uuid, part, name } = params;
    const ext = extensionOf(name);
    if (!isSafe(part) || !isSafe(name) || !isSegmentExt(ext)) throw SEGMENT_MISSING();
    return this.send({ req, res }, objectKeys.segment(uuid, partInKeys(part), name), SEGMENT_MIME[ext]);
  }

  @Implements(vodInit)
  init(
    @ValidatedInput(vodInit) { params }: Input<typeof vodInit>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const { uuid, part, name } = params;
    if (!isSafe(part) || !isSafe(name)) throw SEGMENT_MISSING();
    return this.send({ req, res }, objectKeys.init(uuid, partInKeys(part), name.replace(/\.init$/, '')), INIT_MIME);
  }

  @Implements(vodShare)
  async share(
    @ValidatedInput(vodShare) { params }: Input<typeof vodShare>,
    @Req() req: Request,
    @Who() caller: Caller,
  ): Promise<Result<typeof vodShare>> {
    const { vod } = await this.watch.playlistOrFiles(params.uuid);
    const address = callerAddress(req, this.config.trustProxy);
    const link = await this.links.make(vod.uuid, { madeBy: makerOf(caller), address });
    const url = await this.signed(req, this.under(pathOf(vodPlaylist, params)), link);
    return { data: { url, expires_at: new Date(Number(link.exp) * 1000).toISOString() } };
  }

  /** Files that play in place of deleted segments; null if the segments are there. */
  private async filesInstead(uuid: string): Promise<ListedFiles | null> {
    const { vod, isFiles } = await this.watch.playlistOrFiles(uuid);
    return isFiles ? filesToPlay(vod.files) : null;
  }

  /** A path below the basepath. */
  private under(path: string): string {
    return this.config.basepath + path;
  }

  /**
   * The address of a path, signed if the request has a link.
   * @param path with the basepath
   */
  private async signed(req: Request, path: string, link: LinkRef | undefined = linkOf(req)): Promise<string> {
    const query = link === undefined ? '' : await this.links.query(link, path.slice(this.config.basepath.length));
    return `${req.protocol}://${req.host}${path}${query}`;
  }

  /** Sends a segment or an init section. A client may store it for a year, because objects never change. */
  private send({ req, res }: Exchange, key: string, contentType: string): Promise<void> {
    return sendObject(
      { req, res, store: this.store },
      { key, contentType, cache: 'private, max-age=31536000, immutable' },
    );
  }
}
