import { message, type OwnMessage } from '#libs/messages';

/**
 * One rendition on offer, as far as the choice checks it. `fps` and `height` are null where the site does not say.
 */
export interface Rendition {
  readonly name: string;
  /** Other names that the site has for it; a request may be one of them. */
  readonly aliases?: readonly string[];
  readonly bandwidth: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly fps: number | null;
  readonly audioOnly: boolean;
  /** Its sound is not in its segments. */
  readonly separateAudio: boolean;
  readonly source: boolean;
}

/** The channel's quality settings. */
export interface RequestedQuality {
  /** In the operator's order; empty means best. */
  readonly qualities: readonly string[];
  /** Take the nearest lower picture when nothing of the list is offered. */
  readonly nearestBelow: boolean;
}

/** A rendition, or why none, as the operator reads it. */
export type Choice<R> = { readonly chosen: R } | { readonly refused: OwnMessage };

/**
 * Picks the rendition to record: the first entry of the operator's list that is offered. `best` and `worst` are the
 * ends, `audio_only` the sound alone, `source` the broadcaster's own picture, `720p60` a height and a rate, `720p` a
 * height at any rate, highest rate first; anything else is a name of the site. A portrait copy comes behind every
 * landscape one. Renditions whose sound comes separately are not taken.
 * @returns the rendition, or why there is none, as the operator reads it
 */
export function chooseRendition<R extends Rendition>(
  offered: readonly R[],
  { qualities, nearestBelow }: RequestedQuality,
): Choice<R> {
  const ranked = offered.toSorted(higherFirst);
  const whole = ranked.filter((r) => !r.separateAudio);
  const qualitiesWanted = qualities.length === 0 ? ['best'] : qualities;
  for (const quality of qualitiesWanted) {
    const chosen = matching(whole, quality)[0];
    if (chosen) return { chosen };
  }
  const below = nearestBelow
    ? qualitiesWanted.map((quality) => nextBelow(whole, quality)).find((r) => r !== undefined)
    : undefined;
  if (below) return { chosen: below };
  if (qualitiesWanted.some((quality) => matching(ranked, quality).length > 0))
    return { refused: message('error.no-such-quality.separate-sound') };
  return {
    refused:
      ranked.length === 0
        ? message('error.no-such-quality.none-offered', { wanted: qualitiesWanted })
        : message('error.no-such-quality', { wanted: qualitiesWanted, there: ranked.map((r) => r.name) }),
  };
}

function matching<R extends Rendition>(ranked: readonly R[], quality: string): readonly R[] {
  const wanted = quality.toLowerCase();
  const pictures = ranked.filter((r) => !r.audioOnly);
  const usual = firstKind(ranked);
  if (wanted === 'best') return usual;
  if (wanted === 'worst') return usual.toReversed();
  if (wanted === 'audio_only') return ranked.filter((r) => r.audioOnly);
  const named = ranked.filter((r) => [r.name, ...(r.aliases ?? [])].some((name) => name.toLowerCase() === wanted));
  if (wanted === 'source' && named.length === 0) return ranked.filter((r) => r.source);
  const size = sizeOf(quality);
  if (!size) return named;
  const sized = pictures.filter(
    (r) => r.height === size.height && (size.fps === null || Math.round(r.fps ?? 0) === size.fps),
  );
  return sized.length > 0 ? sized : named;
}

/** Landscape pictures, else portrait ones, else sound: what `best` and `worst` choose from. */
function firstKind<R extends Rendition>(ranked: readonly R[]): readonly R[] {
  const kinds = [ranked.filter((r) => !r.audioOnly && !isPortrait(r)), ranked.filter((r) => !r.audioOnly), ranked];
  return kinds.find((kind) => kind.length > 0) ?? [];
}

const isPortrait = ({ width, height }: Rendition): boolean => width !== null && height !== null && width < height;

function nextBelow<R extends Rendition>(ranked: readonly R[], quality: string): R | undefined {
  const size = sizeOf(quality);
  if (!size) return undefined;
  return ranked.find(
    (r) =>
      !r.audioOnly &&
      r.height !== null &&
      (r.height < size.height || (r.height === size.height && size.fps !== null && (r.fps ?? 0) < size.fps)),
  );
}

function sizeOf(quality: string): { readonly height: number; readonly fps: number | null } | null {
  const found = /^(\d+)p(\d*)$/i.exec(quality);
  if (!found) return null;
  return { height: Number(found[1]), fps: found[2] === '' ? null : Number(found[2]) };
}

/** The broadcaster's own picture, then pixels, rate, bit rate; portrait copies come behind, sound alone comes last. */
function higherFirst(a: Rendition, b: Rendition): number {
  return (
    Number(a.audioOnly) - Number(b.audioOnly) ||
    Number(isPortrait(a)) - Number(isPortrait(b)) ||
    Number(b.source) - Number(a.source) ||
    pixels(b) - pixels(a) ||
    (b.fps ?? 0) - (a.fps ?? 0) ||
    b.bandwidth - a.bandwidth
  );
}

const pixels = ({ width, height }: Rendition): number => (width ?? 0) * (height ?? 0);
