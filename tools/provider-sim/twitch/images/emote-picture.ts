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

/** Every second moving picture has a frame without a delay. */
export const delaysOf = (id: string): readonly number[] =>
  Number.parseInt(hexOf(`delays ${id}`, 2), 16) % 2 === 0 ? DELAYS.withZero : DELAYS.even;

/** One of Twitch's own emotes. */
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

/** An emote of another site. A moving one moves in GIF and WebP; its AVIF is a still, as is any with `still`. */
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
