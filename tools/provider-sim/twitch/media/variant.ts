import type { LiveChannel } from '../../channel/live-channel.js';
import type { Rendition } from '../../channel/rendition.js';

export const AUDIO_ONLY = 'audio_only';

/** An entry of a master playlist, with Twitch's names (docs/reference/twitch.md#master-playlists). */
export interface Variant {
  /** Name of the rendition; used in addresses and in {@link PlaybackQuirks.hidden}. */
  readonly id: string;
  readonly rendition: Rendition;
  /** `720p60`, `480p30`, `720p60-portrait`, `audio_only`. */
  readonly stableId: string;
  /** `720p60`, `480p`, `audio_only`. */
  readonly name: string;
  readonly kind: 'source' | 'transcode' | 'audio';
  readonly isPortrait: boolean;
  readonly codec: 'h264' | 'h265' | 'av1';
}

function pictureVariant(rendition: Rendition, isSource: boolean): Variant {
  const { width, height, fps, codec = 'h264' } = rendition.media.spec;
  const isPortrait = height > width;
  const lines = `${String(Math.min(width, height))}p`;
  const suffix = (isPortrait ? '-portrait' : '') + (codec === 'h264' ? '' : `-${codec}`);
  return {
    id: rendition.name,
    rendition,
    stableId: `${lines}${String(fps)}${suffix}`,
    name: fps === 30 ? lines : `${lines}${String(fps)}`,
    kind: isSource ? 'source' : 'transcode',
    isPortrait,
    codec,
  };
}

/** The channel's current variants: source first, then its transcodes, best first; audio only last. */
export function variantsOf(
  { renditions, qualities }: Pick<LiveChannel, 'renditions' | 'qualities'>,
  audio: Rendition,
): Variant[] {
  const pictures = renditions
    .map((rendition, i) => pictureVariant(rendition, i === 0))
    .filter(({ id }) => qualities.includes(id));
  return [
    ...pictures,
    {
      id: AUDIO_ONLY,
      rendition: audio,
      stableId: AUDIO_ONLY,
      name: AUDIO_ONLY,
      kind: 'audio',
      isPortrait: false,
      codec: 'h264',
    },
  ];
}
