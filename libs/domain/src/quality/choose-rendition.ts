import { message, type OwnMessage } from '#libs/messages';

/**
 * A rendition on offer, with the properties that the choice uses. `fps` and `height` are null if the site does not
 * report them.
 */
export interface Rendition {
  readonly name: string;
  /** Other names of the site for it; a request may use one of them. */
  readonly aliases?: readonly string[];
  readonly bandwidth: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly fps: number | null;
  readonly audioOnly: boolean;
  /** The segments do not contain the sound. */
  readonly separateAudio: boolean;
  readonly source: boolean;
}

/** The channel's quality settings. */
export interface RequestedQuality {
  /** In the operator's order; empty means best. */
  readonly qualities: readonly string[];
  /** If nothing of the list is offered, use the nearest lower picture. */
  readonly nearestBelow: boolean;
  /** Only renditions whose segments contain the sound. Default: all. */
  readonly withSoundOnly?: boolean;
}

/** The chosen rendition, or the reason for the operator why there is none. */
export type Choice<R> = { readonly chosen: R } | { readonly refused: OwnMessage };

/**
 * Chooses the rendition to record: the first entry of the operator's list that is offered. `best` and `worst` are the
 * extremes, `audio_only` is sound without picture, `source` the broadcaster's own picture, `720p60` a height and a
 * frame rate, `720p` a height at the highest offered rate; any other entry is a name of the site. Landscape renditions
 * come before portrait copies.
 * @returns the rendition, or the reason for the operator why there is none
 */
export function chooseRendition<R extends Rendition>(
  offered: readonly R[],
  { qualities, nearestBelow, withSoundOnly }: RequestedQuality,
): Choice<R> {
  const ranked = offered.toSorted(higherFirst);
  const whole = ranked.filter((r) => withSoundOnly !== true || !r.separateAudio);
  const qualitiesWanted = qualities.length === 0 ? ['best'] : qualities;
  for (const quality of qualitiesWanted) {
    const chosen = renditionsFor(whole, quality)[0];
    if (chosen) return { chosen };
  }
  const below = nearestBelow
    ? qualitiesWanted.map((quality) => nextBelow(whole, quality)).find((r) => r !== undefined)
    : undefined;
  if (below) return { chosen: below };
  if (qualitiesWanted.some((quality) => renditionsFor(ranked, quality).length > 0))
    return { refused: message('error.no-such-quality.separate-sound') };
  return {
    refused:
      ranked.length === 0
        ? message('error.no-such-quality.none-offered', { wanted: qualitiesWanted })
        : message('error.no-such-quality', { wanted: qualitiesWanted, there: ranked.map((r) => r.name) }),
  };
}

function renditionsFor<R extends Rendition>(ranked: readonly R[], quality: string): readonly R[] {
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

/** Candidates of `best` and `worst`: landscape pictures, otherwise portrait ones, otherwise sound. */
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

/**
 * Sorts landscape before portrait and sound without picture last; within these the broadcaster's own picture first,
 * then by pixels, frame rate and bit rate.
 */
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
