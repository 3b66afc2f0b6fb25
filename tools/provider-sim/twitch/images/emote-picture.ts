import { hexOf } from '../seeded.js';
import type { ThirdPartyEmote } from '../emotes/third-party-emotes.js';
import { drawEmote, drawModifier, drawOverlay } from './draw-emote.js';
import {
  DELAYS,
  movingPicture,
  stillPicture,
  type PictureBytes,
  type PictureFormat,
  type PictureSize,
} from './picture.js';
import type { Drawing } from './svg.js';

const EMOTE_PX = 28;

/** Half of the animations contain a frame with a delay of 0. */
export const delaysOf = (id: string): readonly number[] =>
  Number.parseInt(hexOf(`delays ${id}`, 2), 16) % 2 === 0 ? DELAYS.withZero : DELAYS.even;

/** A Twitch emote: GIF if animated, else PNG. */
export function twitchEmotePicture(
  id: string,
  { animated, scale }: { readonly animated: boolean; readonly scale: number },
): Promise<PictureBytes> {
  const size = { width: EMOTE_PX * scale, height: EMOTE_PX * scale };
  return animated
    ? movingPicture(drawEmote(id, true), size, { format: 'gif', delays: delaysOf(id) })
    : stillPicture(drawEmote(id, false), size, 'png');
}

function drawingOf({ id, animated, zeroWidth, modifierFlags }: ThirdPartyEmote): Drawing {
  if (modifierFlags !== null) return drawModifier(id);
  return zeroWidth ? drawOverlay(id, animated) : drawEmote(id, animated);
}

/** A third-party emote. Animated in GIF and WebP only; `still` turns animation off. */
export function thirdPartyPicture(
  emote: ThirdPartyEmote,
  scale: number,
  { format, still = false }: { readonly format: PictureFormat; readonly still?: boolean },
): Promise<PictureBytes> {
  const size: PictureSize = { width: emote.width * scale, height: emote.height * scale };
  const moves = emote.animated && !still && (format === 'gif' || format === 'webp');
  return moves
    ? movingPicture(drawingOf(emote), size, { format, delays: delaysOf(emote.id) })
    : stillPicture(drawingOf(emote), size, format);
}
