import { type Message } from '#libs/messages';

/**
 * How the fetching of a VOD stands that is made of what its site keeps. `videoId` at its site; `partId` is what its
 * media is written as, by however many tries; `attempt` the one that counts. `reason`: why it waits, or failed.
 */
export interface VodDownload {
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly reason: Message | null;
  readonly jobName: string;
  readonly attempt: string;
  readonly partId: string;
  readonly videoId: string;
}
