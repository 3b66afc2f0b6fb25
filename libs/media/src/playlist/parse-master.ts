import { message } from '#libs/messages';
import { numberOf, parseAttributes, absolute, PlaylistError, playlistLines, splitTag } from './playlist-syntax.js';
import { defined, NO_VARIABLES, substitute, type Variables } from './variables.js';

/** One rendition of a master playlist; an input of `chooseRendition` (libs/domain). */
export interface Variant {
  /**
   * The site's name (`1080p60`, `audio_only`), or else height and frame rate (`720p60`), or else bit rate (`1500k`).
   */
  readonly name: string;
  /** All names in the playlist, unchanged. */
  readonly aliases: readonly string[];
  readonly url: string;
  readonly bandwidth: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly fps: number | null;
  readonly codecs: string;
  readonly audioOnly: boolean;
  /** The audio has its own playlist (EXT-X-MEDIA TYPE=AUDIO with URI); the segments contain none. */
  readonly separateAudio: boolean;
  /** The site marks it as the broadcaster's source, not as a transcode. */
  readonly source: boolean;
}

export interface MasterPlaylist {
  readonly variants: readonly Variant[];
  /** Values for EXT-X-DEFINE:IMPORT in the media playlists. */
  readonly variables: Variables;
}

type Attributes = ReadonlyMap<string, string>;
/** Name suffix of a portrait rendition (docs/reference/twitch.md#master-playlists). */
const PORTRAIT = /-portrait$/i;
/**
 * Name of the source rendition in a master playlist without IVS-VARIANT-SOURCE
 * (docs/reference/twitch.md#master-playlists).
 */
const SOURCE = /^chunked$| \(source\)$/i;

interface Media {
  readonly type: string;
  readonly group: string;
  readonly name: string;
  readonly hasUri: boolean;
}

/**
 * Parses a master playlist, without its I-frame renditions.
 * @throws PlaylistError `empty-master`: if there is no rendition; and for any other invalid playlist
 */
export function parseMasterPlaylist(text: string, baseUrl: string): MasterPlaylist {
  const variables = new Map<string, string>();
  const media: Media[] = [];
  const rows: { readonly attributes: Attributes; readonly uri: string }[] = [];
  let pending: Attributes | null = null;
  for (const line of playlistLines(text)) {
    const [tag, value] = splitTag(line);
    if (!line.startsWith('#')) {
      if (pending) rows.push({ attributes: pending, uri: substitute(line, variables) });
      pending = null;
    } else if (tag === 'EXT-X-DEFINE') {
      const pair = defined(parseAttributes(value), { imported: NO_VARIABLES, baseUrl });
      if (pair) variables.set(pair[0], pair[1]);
    } else if (tag === 'EXT-X-STREAM-INF') pending = parseAttributes(substitute(value, variables));
    else if (tag === 'EXT-X-MEDIA') media.push(mediaOf(parseAttributes(substitute(value, variables))));
  }
  if (rows.length === 0) throw new PlaylistError(message('error.empty-master'));
  return {
    variables,
    variants: rows.map(({ attributes, uri }) => variantOf(attributes, absolute(uri, baseUrl), media)),
  };
}

const mediaOf = (attributes: Attributes): Media => ({
  type: attributes.get('TYPE') ?? '',
  group: attributes.get('GROUP-ID') ?? '',
  name: attributes.get('NAME') ?? '',
  hasUri: attributes.has('URI'),
});

function variantOf(attributes: Attributes, url: string, media: readonly Media[]): Variant {
  const [width = null, height = null] = sizeOf(attributes.get('RESOLUTION'));
  const fps = numberOf(attributes.get('FRAME-RATE'));
  const codecs = attributes.get('CODECS') ?? '';
  const bandwidth = numberOf(attributes.get('BANDWIDTH')) ?? 0;
  const { given, aliases } = namesOf(attributes, media);
  const audioCodecsOnly = isAudioOnly(codecs);
  return {
    name: variantName({ given, height, fps, bandwidth, audioOnly: audioCodecsOnly }),
    aliases,
    url,
    bandwidth,
    width,
    height,
    fps,
    codecs,
    audioOnly: height === null && (audioCodecsOnly || /^audio/i.test(given ?? '')),
    separateAudio: !audioCodecsOnly && hasSeparateAudio(attributes, media),
    source: attributes.get('IVS-VARIANT-SOURCE') === 'source' || aliases.some((name) => SOURCE.test(name)),
  };
}

/**
 * Sites name a rendition in up to four places. The first entry of the list below wins, but a portrait name always takes
 * precedence. The VIDEO group id is only an alias.
 */
function namesOf(
  attributes: Attributes,
  media: readonly Media[],
): { readonly given: string | null; readonly aliases: readonly string[] } {
  const video = attributes.get('VIDEO');
  const group = media.find((m) => m.type === 'VIDEO' && m.group === video);
  const names = [
    attributes.get('IVS-NAME'),
    attributes.get('STABLE-VARIANT-ID'),
    group?.name,
    attributes.get('NAME'),
  ].filter((name) => name !== undefined);
  const given = names.find((name) => PORTRAIT.test(name)) ?? names[0] ?? null;
  return { given, aliases: [...new Set(video === undefined ? names : [...names, video])] };
}

function hasSeparateAudio(attributes: Attributes, media: readonly Media[]): boolean {
  const group = media.filter((m) => m.type === 'AUDIO' && m.group === attributes.get('AUDIO'));
  return group.length > 0 && group.every((m) => m.hasUri);
}

const isAudioOnly = (codecs: string): boolean =>
  codecs !== '' && codecs.split(',').every((codec) => /^\s*(mp4a|ac-3|ec-3|opus|fLaC|mp3)/i.test(codec));

function sizeOf(text: string | undefined): readonly number[] {
  const found = /^(\d+)x(\d+)$/i.exec(text ?? '');
  return found ? [Number(found[1]), Number(found[2])] : [];
}

interface NameParts {
  readonly given: string | null;
  readonly height: number | null;
  readonly fps: number | null;
  readonly bandwidth: number;
  readonly audioOnly: boolean;
}

/**
 * Name of a rendition: the site's name without " (source)", else height and frame rate, else bit rate. Like sites, it
 * omits a rate of 30 or less (docs/reference/twitch.md#master-playlists).
 */
function variantName({ given, height, fps, bandwidth, audioOnly }: NameParts): string {
  const own = given?.replace(/\s*\(source\)$/i, '').trim() ?? '';
  if (own !== '') return /^audio( only|_only)?$/i.test(own) ? 'audio_only' : own;
  if (height !== null) return `${height}p${fps !== null && fps > 31 ? Math.round(fps) : ''}`;
  return audioOnly ? 'audio_only' : `${Math.round(bandwidth / 1000)}k`;
}
