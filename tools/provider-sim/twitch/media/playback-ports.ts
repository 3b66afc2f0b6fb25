import type { LiveChannel } from '../../channel/live-channel.js';
import type { SitePorts } from '../site-ports.js';
import type { PastComments } from '../past/video-chat.js';
import type { VideoMedia } from '../past/video-media.js';
import type { AdMedia } from './ad-media.js';
import type { MediaSeal } from './media-target.js';
import type { PlaybackTokens } from './playback-tokens.js';
import type { Variant } from './variant.js';

/** What the sites of playback (GQL, usher, media hosts) share beside the common ports. */
export interface PlaybackPorts extends SitePorts {
  readonly seal: MediaSeal;
  readonly playbackTokens: PlaybackTokens;
  readonly ads: AdMedia;
  readonly videoMedia: VideoMedia;
  readonly pastComments: PastComments;
  /** Of what the channel is made in now; cuts its sound on first use. */
  variants(channel: LiveChannel): Promise<Variant[]>;
}
