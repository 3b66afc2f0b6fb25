import { type Assignment, type RenditionTrack } from '#libs/contracts';
import { chooseAudio, chooseSubtitles, requestedAudio } from '#libs/domain';
import { type HlsSource, type MediaRendition } from '#libs/media';
import { message, type Message } from '#libs/messages';
import { type PartRendition } from './part.js';

/** Kinds of renditions that are recorded beside the video. */
export const RENDITION_KINDS = ['audio', 'subtitles'] as const;
/** The renditions beside the video that a part records. */
export type ChosenRenditions = Readonly<Record<(typeof RENDITION_KINDS)[number], readonly MediaRendition[]>>;

/** A rendition as the records of a part name it. */
export const trackOf = ({ id, name, language, isDefault }: MediaRendition): RenditionTrack => ({
  id,
  name,
  language,
  isDefault,
});

/** Chooses the audio that the assignment wants, and all subtitles. A bare media playlist has neither. */
export function chooseRenditions({ variant }: HlsSource, { audio }: Assignment): ChosenRenditions {
  if (!variant) return { audio: [], subtitles: [] };
  return {
    audio: chooseAudio(variant.audio, requestedAudio(audio ?? 'default'), !variant.separateAudio),
    subtitles: chooseSubtitles(variant.subtitles),
  };
}

/** Why another rendition than the best suitable one is recorded; null if it is the best one. */
export const skippedRendition = ({ skipped, variant }: HlsSource): Message | null =>
  skipped && message('capture.rendition-skipped', { ...skipped, used: variant?.name ?? '' });

/** A bare media playlist has no rendition: it is the source itself. */
export function renditionOf({ variant, targetMs }: HlsSource): PartRendition {
  const { name, width, height, fps } = variant ?? { name: 'source', width: null, height: null, fps: null };
  return { rendition: name, width, height, fps, targetDurationMs: targetMs };
}

/** `720p60 (1280x720, 60 fps)`, without what the source does not report. */
export function describeRendition({ rendition, width, height, fps }: PartRendition): string {
  const size = width === null || height === null ? [] : [`${String(width)}x${String(height)}`];
  const known = [...size, ...(fps === null ? [] : [`${String(fps)} fps`])];
  return known.length === 0 ? rendition : `${rendition} (${known.join(', ')})`;
}
