import { type Message } from '#libs/messages';

/**
 * The download state of a VOD made from a site's past video.
 * `videoId`: id at the site. `partId`: the part that holds the media, for all attempts. `attempt`: the current one.
 * `reason`: why the download waits or failed.
 */
export interface VodDownload {
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly reason: Message | null;
  readonly jobName: string;
  readonly attempt: string;
  readonly partId: string;
  readonly videoId: string;
}
