import { Bus } from '#libs/bus';
import { type Manifest } from '#libs/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Transactions, type Tx } from '../../persistence/database/tx.js';
import { SitePictures } from '../../sites/site-pictures.js';
import { broadcastOf, numberedStreamId } from '../../persistence/entities/stream-id.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { ChannelStubs } from './channel-stubs.js';
import { ScanRepository } from '../../persistence/repositories/scan.repository.js';

/** Restores the rows of a VOD from its manifest. Safe to repeat. */
@Injectable()
export class RestoreVod {
  private readonly log = new Logger('scan');

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: ScanRepository,
    private readonly vods: VodRepository,
    private readonly stubs: ChannelStubs,
    private readonly bus: Bus,
    private readonly notifier: UiNotifier,
    private readonly pictures: SitePictures,
  ) {}

  /**
   * Keeps a row that is as new as the manifest or newer. Updates a row from an older backup of the database.
   * @param highest highest revision on storage, including incomplete manifests: its key is never used again
   * @returns whether anything was restored
   */
  async run(manifest: Manifest, highest: number): Promise<boolean> {
    const { uuid } = manifest.vod;
    // A VOD that was being recorded when the manifest was written may still be recorded: its recorder continues even if
    // the database is lost.
    const isRecorded = manifest.vod.assigned && (await this.bus.assignments.get(uuid)) !== null;
    const channelUuid = await this.transactions.run(async (tx) => {
      await this.rows.claim(uuid, tx);
      const row = await this.vods.lock(uuid, tx);
      if (row && row.version >= manifest.vod.version) return null;
      const channel = (await this.stubs.ensure(manifest.channel, tx)) ?? manifest.vod.channelUuid;
      const over = {
        ...(await this.uniqueNames(manifest, channel, tx)),
        ...endedUnlessAssigned(isRecorded, manifest),
        channelUuid: channel,
        manifestRevision: Math.max(highest, row?.manifestRevision ?? 0),
        manifestAt: new Date(manifest.writtenAt),
      };
      await this.rows.putVod(
        manifest,
        { ...over, manifestVersion: isChanged(over, manifest) ? 0 : manifest.vod.version },
        tx,
      );
      return channel;
    });
    if (channelUuid === null) return false;
    await this.pictures.register(boxArtOf(manifest));
    this.log.log(`${manifest.vod.basename}: restored from its manifest`);
    this.notifier.notify('vod', uuid);
    this.stubs.notify(channelUuid);
    return true;
  }

  /** A recording that started after the loss may have the same name or belong to the same broadcast. */
  private async uniqueNames(
    { vod }: Manifest,
    channelUuid: string,
    tx: Tx,
  ): Promise<Pick<VodEntity, 'basename' | 'streamId'>> {
    const isOther = (found: VodEntity | null): boolean => found !== null && found.uuid !== vod.uuid;
    let basename = vod.basename;
    for (let n = 2; isOther(await this.vods.byBasename(basename, tx)); n += 1) basename = `${vod.basename} (${n})`;
    let { streamId } = vod;
    for (let n = 2; isOther(await this.vods.byStream(channelUuid, streamId, tx)); n += 1)
      streamId = numberedStreamId(vod.download ? vod.streamId : broadcastOf(vod.streamId), n);
    return { basename, streamId };
  }
}

/** Image URLs of the games in the chapters. Vodkeep requests an image from the site when somebody views it. */
const boxArtOf = ({ chapters }: Manifest): string[] =>
  chapters.flatMap(({ category }) => {
    const url: unknown = (category as { readonly boxArtUrl?: unknown } | null | undefined)?.boxArtUrl;
    return typeof url === 'string' && url !== '' ? [url] : [];
  });

/** If no recorder records the VOD any more, it is finished from what is stored. */
function endedUnlessAssigned(isRecorded: boolean, { vod, writtenAt }: Manifest): Partial<VodEntity> {
  return vod.assigned && !isRecorded ? { assigned: false, endedAt: new Date(writtenAt) } : {};
}

/** The row differs from its manifest, so a new manifest must be written. */
const isChanged = (over: Partial<VodEntity>, { vod }: Manifest): boolean =>
  over.assigned === false ||
  over.basename !== vod.basename ||
  over.streamId !== vod.streamId ||
  over.channelUuid !== vod.channelUuid;
