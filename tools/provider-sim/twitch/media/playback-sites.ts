import { Rendition } from '../../channel/rendition.js';
import type { LiveChannel } from '../../channel/live-channel.js';
import { cutSource } from '../../media/cut-source.js';
import type { MediaSpec } from '../../media/media-spec.js';
import { BugError } from '#libs/errors';
import { gqlSite } from '../gql/gql.site.js';
import { clipCdnSite } from '../past/clip-cdn.site.js';
import { PastComments } from '../past/video-chat.js';
import { videoCdnSite } from '../past/video-cdn.site.js';
import { VideoMedia } from '../past/video-media.js';
import type { SitePorts } from '../site-ports.js';
import type { Site } from '../site.js';
import { usherSite } from '../usher/usher.site.js';
import { AdMedia } from './ad-media.js';
import { listSite } from './list.site.js';
import { createMediaSeal } from './media-target.js';
import type { PlaybackPorts } from './playback-ports.js';
import { PlaybackTokens } from './playback-tokens.js';
import { segmentSite } from './segment.site.js';
import { AUDIO_ONLY, variantsOf } from './variant.js';

/** Creates the audio-only rendition of a source, once per source. */
function soundCutter(ports: SitePorts): (channel: LiveChannel) => Promise<Rendition> {
  const made = new Map<string, Promise<Rendition>>();
  const cut = async (media: MediaSpec, segmentS: number): Promise<Rendition> =>
    new Rendition(
      AUDIO_ONLY,
      await cutSource(await ports.mediaDir(), media, { container: 'ts', segmentS, tracks: 'audio' }),
    );
  return ({ spec }) => {
    const [best] = spec.renditions;
    if (!best) throw new BugError('sim-sound', `no rendition of ${spec.name}`);
    const key = JSON.stringify([best.media, spec.segmentS]);
    const sound = made.get(key) ?? cut(best.media, spec.segmentS);
    made.set(key, sound);
    return sound;
  };
}

/** GQL, usher and the media hosts of the simulated Twitch. */
export function playbackSites(ports: SitePorts): readonly Site[] {
  const soundOf = soundCutter(ports);
  const videoMedia = new VideoMedia(ports);
  const playback: PlaybackPorts = {
    ...ports,
    mediaDir: () => ports.mediaDir(),
    record: (channel, request) => {
      ports.record(channel, request);
    },
    seal: createMediaSeal(),
    playbackTokens: new PlaybackTokens(),
    ads: new AdMedia(() => ports.mediaDir()),
    videoMedia,
    pastComments: new PastComments(ports.chat, (video) => videoMedia.channelOf(video).spec.segmentS),
    variants: async (channel) => variantsOf(channel, await soundOf(channel)),
  };
  ports.actions.on('ad', ({ userId }, { seconds }) => {
    ports.sessions.startMidroll(userId, seconds);
  });
  ports.actions.on('revoke-tokens', () => {
    playback.playbackTokens.revokeAll();
  });
  return [
    gqlSite(playback),
    usherSite(playback),
    listSite(playback),
    segmentSite(playback),
    videoCdnSite(playback),
    clipCdnSite(playback),
  ];
}
