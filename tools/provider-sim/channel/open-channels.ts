import { cutSource, type CutMedia } from '../media/cut-source.js';
import type { MediaSpec } from '../media/media-spec.js';
import type { ChannelSpec } from '../scenario.js';
import { LiveChannel } from './live-channel.js';
import { Rendition } from './rendition.js';

/** Opens channels one after the other; those of one source share its cut. */
export async function openChannels(
  specs: readonly ChannelSpec[],
  mediaDir: string,
): Promise<ReadonlyMap<string, LiveChannel>> {
  const cuts = new Map<string, Promise<CutMedia>>();
  const cutOf = (media: MediaSpec, { container: usual, segmentS }: ChannelSpec): Promise<CutMedia> => {
    const container = media.codec === undefined ? usual : 'fmp4';
    const key = JSON.stringify([media, container, segmentS]);
    const cut = cuts.get(key) ?? cutSource(mediaDir, media, { container, segmentS });
    cuts.set(key, cut);
    return cut;
  };
  const channels = new Map<string, LiveChannel>();
  for (const spec of specs) {
    const renditions: Rendition[] = [];
    for (const { name, media } of spec.renditions) renditions.push(new Rendition(name, await cutOf(media, spec)));
    channels.set(spec.name, new LiveChannel(spec, renditions));
  }
  return channels;
}
