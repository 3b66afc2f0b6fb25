import {
  addChannel,
  archiveVod,
  cleanChannel,
  deleteAllVods,
  downloadVideo,
  getVod,
  type Job,
  renameChannel,
  scanLibrary,
  type Vod,
} from '#libs/contracts';
import { ApiClient } from '../environment/api-client.js';

/** Operations of an operator on a library. Each returns the name of its job. */
export class LibraryApi extends ApiClient {
  /** Adds a channel with recording switched off. @param maxVods number of VODs that a clean-up retains */
  async addUnrecorded(name: string, url: string, maxVods: number): Promise<string> {
    return (
      await this.call(addChannel, {
        body: { provider: 'hls', url, internalName: name, displayName: name, no_capture: true, max_vods: maxVods },
      })
    ).uuid;
  }

  vod(uuid: string): Promise<Vod> {
    return this.call(getVod, { params: { uuid } });
  }
  async rename(channel: string, name: string): Promise<string> {
    return (await this.call(renameChannel, { params: { uuid: channel }, body: { new_login: name } })).job;
  }
  async archive(vod: string): Promise<string> {
    return (await this.call(archiveVod, { params: { uuid: vod }, body: {} })).job;
  }
  async deleteAll(channel: string): Promise<string> {
    return (await this.call(deleteAllVods, { params: { uuid: channel }, body: {} })).job;
  }
  async clean(channel: string): Promise<string | null> {
    return (await this.call(cleanChannel, { params: { uuid: channel }, body: {} })).job;
  }
  async download(channel: string, video: string): Promise<{ readonly job: string; readonly vod: string }> {
    return this.call(downloadVideo, { params: { uuid: channel, id: video } });
  }
  async scan(): Promise<string> {
    return (await this.call(scanLibrary, { body: {} })).job;
  }
  async job(name: string): Promise<Job | null> {
    return (await this.jobs()).find((job) => job.name === name) ?? null;
  }
}
