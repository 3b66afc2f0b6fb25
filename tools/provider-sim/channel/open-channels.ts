import { cutSource, type CutMedia } from '../media/cut-source.js';
import type { MediaSpec } from '../media/media-spec.js';
import type { ChannelSpec } from '../scenario.js';
import { LiveChannel } from './live-channel.js';
import { Rendition } from './rendition.js';

/** Step size of the reported encoding progress, in percent. */
const STEP = 20;

/**
 * Opens channels one after the other. Channels with the same source share its segments.
 * @param onProgress receives the progress of encoding
 */
export async function openChannels(
  specs: readonly ChannelSpec[],
  mediaDir: string,
  onProgress?: (text: string) => void,
): Promise<ReadonlyMap<string, LiveChannel>> {
  const cuts = new Map<string, Promise<CutMedia>>();
  const cutOf = (media: MediaSpec, { name, container: usual, segmentS }: ChannelSpec): Promise<CutMedia> => {
    const container = media.codec === undefined ? usual : 'fmp4';
    const key = JSON.stringify([media, container, segmentS]);
    const cut =
      cuts.get(key) ?? cutSource(mediaDir, media, { container, segmentS, onPercent: inSteps(name, onProgress) });
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

/** Reports each step once. */
function inSteps(channel: string, onProgress: ((text: string) => void) | undefined): (percent: number) => void {
  let next = 0;
  return (percent) => {
    if (percent < next) return;
    const reached = Math.floor(percent / STEP) * STEP;
    next = reached + STEP;
    onProgress?.(`encoding the video of ${channel}: ${String(reached)} %`);
  };
}
