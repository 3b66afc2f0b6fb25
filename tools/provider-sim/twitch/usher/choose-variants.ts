import type { HiddenReason, PlaybackQuirks } from '../media/playback-quirks.js';
import type { ReadToken } from '../media/playback-tokens.js';
import type { Variant } from '../media/variant.js';

/** Variants that the client's query requests. */
export interface VariantRequest {
  readonly source: boolean;
  readonly audio: boolean;
  readonly codecs: readonly Variant['codec'][];
}
export interface HiddenVariant {
  readonly variant: Variant;
  readonly reason: HiddenReason | 'FR_AUDIO_DISALLOWED';
}
export interface Choice {
  readonly offered: readonly Variant[];
  readonly hidden: readonly HiddenVariant[];
}

const CODEC_NAMES: Readonly<Record<string, Variant['codec']>> = {
  h264: 'h264',
  avc1: 'h264',
  h265: 'h265',
  hevc: 'h265',
  hvc1: 'h265',
  av1: 'av1',
  av01: 'av1',
};

/** H.264 is always offered (docs/reference/twitch.md#usher). */
export function requestedVariants(query: URLSearchParams): VariantRequest {
  const named = (query.get('supported_codecs') ?? '')
    .split(',')
    .flatMap((name) => CODEC_NAMES[name.trim().toLowerCase()] ?? []);
  return {
    source: query.get('allow_source') === 'true',
    audio: query.get('allow_audio_only') === 'true',
    codecs: ['h264', ...named],
  };
}

function isLifted(reason: HiddenReason, { user_id: userId, subscriber }: ReadToken): boolean {
  if (reason === 'AUTHZ_NOT_LOGGED_IN') return userId !== null;
  return reason === 'AUTHZ_DISALLOWED_BITRATE' && subscriber;
}

function isRequested({ kind, codec }: Variant, { source, codecs }: VariantRequest): boolean {
  return codecs.includes(codec) && (kind !== 'source' || source);
}

/** Selects the variants that this client gets, and those that are reported as unavailable. */
export function chooseVariants(
  variants: readonly Variant[],
  requested: VariantRequest,
  { quirks, token }: { readonly quirks: PlaybackQuirks; readonly token: ReadToken },
): Choice {
  const offered: Variant[] = [];
  const hidden: HiddenVariant[] = [];
  for (const variant of variants.filter((each) => isRequested(each, requested))) {
    const reason = variant.kind === 'audio' && !requested.audio ? 'FR_AUDIO_DISALLOWED' : quirks.hidden?.[variant.id];
    if (reason === undefined || (reason !== 'FR_AUDIO_DISALLOWED' && isLifted(reason, token))) offered.push(variant);
    else hidden.push({ variant, reason });
  }
  return { offered, hidden };
}
