import type { LiveChannel } from '../../channel/live-channel.js';
import type { SitePorts } from '../site-ports.js';
import type { PastComments } from '../past/video-chat.js';
import type { VideoMedia } from '../past/video-media.js';
import type { AdMedia } from './ad-media.js';
import type { MediaSeal } from './media-target.js';
import type { PlaybackTokens } from './playback-tokens.js';
import type { Variant } from './variant.js';

/** Shared objects of the playback sites (GQL, usher, media hosts), in addition to the common ports. */
export interface PlaybackPorts extends SitePorts {
  readonly seal: MediaSeal;
  readonly playbackTokens: PlaybackTokens;
  readonly ads: AdMedia;
  readonly videoMedia: VideoMedia;
  readonly pastComments: PastComments;
  /** The channel's current variants; creates the audio-only one at its first use. */
  variants(channel: LiveChannel): Promise<Variant[]>;
}
