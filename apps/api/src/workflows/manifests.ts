import { type ManifestChannel, objectKeys } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { STORAGE } from '#libs/service-kit';
import { putJson } from '../platform/storage/put-json.js';
import { SourceAddresses } from '../sites/source-addresses.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type ClipEntity } from '../persistence/entities/clip.entity.js';
import { ClipRepository } from '../persistence/repositories/clip.repository.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { StreamMetadataRepository } from '../persistence/repositories/stream-metadata.repository.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';

/** Changes of a VOD within this time are written in one manifest. */
const DEBOUNCE_MS = 5000;
const AT_ONCE = 50;
const MAX_REVISIONS = 2;
const FORMAT = 2;

/**
 * Writes all data of a VOD or a clip in Postgres to a manifest next to its media, so that a scan can rebuild the
 * library. Only the API writes manifests.
 */
@Injectable()
export class Manifests {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly vods: VodRepository,
    private readonly metadata: StreamMetadataRepository,
    private readonly clips: ClipRepository,
    private readonly channels: ChannelRepository,
    private readonly addresses: SourceAddresses,
    scheduler: Scheduler,
  ) {
    scheduler.every('manifests', { intervalMs: DEBOUNCE_MS, last: true }, () => this.run());
  }

  async run(): Promise<void> {
    const vods = await this.vods.dueManifests(AT_ONCE);
    const clips = await this.clips.dueManifests(AT_ONCE);
    await forEachCollectingErrors(
      [...vods.map((vod) => () => this.write(vod)), ...clips.map((clip) => () => this.writeClip(clip))],
      (write) => write(),
    );
  }

  private async write(vod: VodEntity): Promise<void> {
    const revision = await this.vods.takeRevision(vod.uuid);
    if (revision === null) return;
    const [channel, parts, files, { chapters, viewers }] = await Promise.all([
      this.channelOf(vod.channelUuid),
      this.vods.parts([vod.uuid]),
      this.vods.allFiles([vod.uuid]),
      this.metadata.allRows(vod.uuid),
    ]);
    const key = objectKeys.manifest(vod.uuid, revision);
    await this.put(key, {
      format: FORMAT,
      revision,
      writtenAt: new Date(),
      channel,
      vod,
      parts,
      files,
      chapters,
      viewers,
    });
    if (vod.manifestVersion === 0) await this.deleteEarlier(vod.uuid, key);
    if (!(await this.vods.saveManifestVersion(vod.uuid, vod.version))) await this.deleteOrphanManifest(key);
    else if (revision > MAX_REVISIONS)
      await this.storage.delete([objectKeys.manifest(vod.uuid, revision - MAX_REVISIONS)]);
  }

  /**
   * Deletes all earlier manifests of a VOD, because they may contain what they must not
   * (`VodRepository.replaceManifests`). If this fails, the manifest stays due. Later ones stay: the database may be older
   * than storage.
   */
  private async deleteEarlier(vodUuid: string, newest: string): Promise<void> {
    const earlier: string[] = [];
    for await (const { key } of this.storage.list(objectKeys.manifests(vodUuid))) if (key < newest) earlier.push(key);
    if (earlier.length > 0) await this.storage.delete(earlier);
  }

  private async writeClip(clip: ClipEntity): Promise<void> {
    const channel = clip.channelUuid === null ? null : await this.channelOf(clip.channelUuid);
    const key = objectKeys.clipManifest(clip.uuid);
    await this.put(key, { format: FORMAT, writtenAt: new Date(), channel, clip });
    if (!(await this.clips.saveManifestVersion(clip.uuid, clip.version))) await this.deleteOrphanManifest(key);
  }

  /** Deletes a manifest whose VOD or clip was deleted during the write. Otherwise the object would stay for ever. */
  private async deleteOrphanManifest(key: string): Promise<void> {
    await this.storage.delete([key]);
  }

  private async put(key: string, manifest: object): Promise<void> {
    await putJson({ storage: this.storage, key }, manifest, { indent: 1 });
  }

  private async channelOf(uuid: string): Promise<ManifestChannel | null> {
    const channel = await this.channels.find(uuid);
    if (!channel) return null;
    const { providerKind, internalName, displayName, createdAt, numbering } = channel;
    return {
      uuid,
      providerKind,
      ...this.addresses.inManifest(channel),
      internalName,
      displayName,
      createdAt: createdAt.toISOString(),
      numbering,
    };
  }
}
