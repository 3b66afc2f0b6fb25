import type { Broadcast, TwitchChannel, TwitchWorld } from '../world.js';

const FIRST_VIDEO_ID = 2_600_000_000;

/** The video that Twitch keeps of a broadcast; it grows while that runs. */
export interface ArchiveVideo { readonly id: string; readonly channel: TwitchChannel; readonly broadcast: Broadcast; readonly title: string }

/** The archives of all channels, newest first; the title is the one it began with. A broadcast that comes back stays one video. */
export class Archive {
  private videos: readonly ArchiveVideo[] = [];

  constructor(world: TwitchWorld) {
    world.on('online', (channel) => { this.keep(channel); });
  }

  byIds(ids: readonly string[]): readonly ArchiveVideo[] { return this.videos.filter(({ id }) => ids.includes(id)); }

  of(isWanted: (channel: TwitchChannel) => boolean): readonly ArchiveVideo[] { return this.videos.filter(({ channel }) => isWanted(channel)); }

  private keep(channel: TwitchChannel): void {
    const { broadcast, title } = channel;
    if (!broadcast || this.videos.some((video) => video.broadcast === broadcast)) return;
    this.videos = [{ id: String(FIRST_VIDEO_ID + this.videos.length), channel, broadcast, title }, ...this.videos];
  }
}
