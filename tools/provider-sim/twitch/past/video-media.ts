import { BugError } from '#libs/errors';
import type { LiveChannel } from '../../channel/live-channel.js';
import { Rendition } from '../../channel/rendition.js';
import { cutSource } from '../../media/cut-source.js';
import type { CutSpec, MediaSpec } from '../../media/media-spec.js';
import { AUDIO_ONLY, variantsOf, type Variant } from '../media/variant.js';
import type { SitePorts } from '../site-ports.js';
import type { PastVideo } from './past-video.js';

/**
 * Media of videos: the channel's media, segmented in the video's container, and the same without audio. Each is created
 * once.
 */
export class VideoMedia {
  private readonly made = new Map<string, Promise<Rendition>>();

  constructor(private readonly ports: Pick<SitePorts, 'channels' | 'mediaDir'>) {}

  channelOf({ channel }: PastVideo): LiveChannel {
    const found = this.ports.channels.get(channel.userId);
    if (!found) throw new BugError('sim-video', `no media of ${channel.login}`);
    return found;
  }

  /** Source first, then its transcodes, audio only last. */
  async variants(video: PastVideo): Promise<readonly Variant[]> {
    const live = this.channelOf(video);
    const { segmentS, container } = live.spec;
    const renditions =
      video.container === container
        ? live.renditions
        : await Promise.all(
            live.renditions.map(({ name, media }) =>
              this.cut(name, media.spec, { container: video.container, segmentS }),
            ),
          );
    const [best] = live.renditions;
    if (!best) throw new BugError('sim-video', `no rendition of ${live.spec.name}`);
    return variantsOf(
      { renditions, qualities: renditions.map(({ name }) => name) },
      await this.cut(AUDIO_ONLY, best.media.spec, { container: 'ts', segmentS, tracks: 'audio' }),
    );
  }

  muted({ kind, rendition: { name, media } }: Variant): Promise<Rendition> {
    return this.cut(name, media.spec, { ...media.cut, tracks: kind === 'audio' ? 'silence' : 'muted' });
  }

  private cut(name: string, media: MediaSpec, cut: CutSpec): Promise<Rendition> {
    const key = JSON.stringify([media, cut]);
    const made =
      this.made.get(key) ??
      this.ports.mediaDir().then(async (folder) => new Rendition(name, await cutSource(folder, media, cut)));
    this.made.set(key, made);
    return made;
  }
}
