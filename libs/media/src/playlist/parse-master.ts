import { crc32 } from 'node:zlib';
import { crcText } from '#libs/contracts';
import { message } from '#libs/messages';
import { numberOf, parseAttributes, absolute, PlaylistError, playlistLines, splitTag } from './playlist-syntax.js';
import { Definitions, NO_VARIABLES, type Variables } from './variables.js';

/** One rendition of a master playlist; an input of `chooseRendition` (libs/domain). */
export interface Variant {
  /**
   * The site's name (`1080p60`, `audio_only`), or else height and frame rate (`720p60`), or else bit rate (`1500k`).
   */
  readonly name: string;
  /** All names in the playlist, each of at most 100 characters. */
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
  /** Audio with a playlist of its own, in the order of the master. Empty: the segments contain all audio. */
  readonly audio: readonly MediaRendition[];
  /** Subtitles with a playlist of their own, in the order of the master. */
  readonly subtitles: readonly MediaRendition[];
  /** The site marks it as the broadcaster's source, not as a transcode. */
  readonly source: boolean;
}

/** Audio or subtitles with their own media playlist (EXT-X-MEDIA, docs/reference/hls.md#audio-renditions). */
export interface MediaRendition {
  /**
   * `a` for audio, `s` for subtitles, and 8 hex digits of language and name: the same in each load, and in each
   * recorder.
   */
  readonly id: string;
  readonly name: string;
  /** RFC 5646 tag; empty if the source names none. */
  readonly language: string;
  /** A player uses it if nobody chooses another one. True for at most one rendition of a variant. */
  readonly isDefault: boolean;
  readonly url: string;
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
  readonly language: string;
  readonly isDefault: boolean;
  readonly mayAutoselect: boolean;
  readonly uri: string | undefined;
}

/** Each variant is compared with each rendition. */
const MAX_LINES = 2000;

/**
 * Parses a master playlist, without its I-frame renditions.
 * @throws PlaylistError `empty-master`: if there is no rendition; and for any other invalid playlist
 */
export function parseMasterPlaylist(text: string, baseUrl: string): MasterPlaylist {
  const definitions = new Definitions({ imported: NO_VARIABLES, baseUrl });
  const media: Media[] = [];
  const rows: { readonly attributes: Attributes; readonly uri: string }[] = [];
  let pending: Attributes | null = null;
  for (const line of playlistLines(text, MAX_LINES)) {
    if (line === '') continue;
    const [tag, value] = splitTag(line);
    if (!line.startsWith('#')) {
      if (pending) rows.push({ attributes: pending, uri: definitions.substitute(line) });
      pending = null;
    } else if (tag === 'EXT-X-DEFINE') definitions.define(parseAttributes(value));
    else if (tag === 'EXT-X-STREAM-INF') pending = parseAttributes(definitions.substitute(value));
    else if (tag === 'EXT-X-MEDIA') media.push(mediaOf(parseAttributes(definitions.substitute(value))));
  }
  if (rows.length === 0) throw new PlaylistError(message('error.empty-master'));
  const groups = new Groups(media, baseUrl);
  return {
    variables: definitions.values,
    variants: rows.map(({ attributes, uri }) => variantOf(attributes, { url: absolute(uri, baseUrl), media, groups })),
  };
}

/** Characters. A name becomes an argument of ffmpeg, and a text of messages and the database; none takes a NUL. */
const MAX_NAME = 100;
const MAX_LANGUAGE = 35;
const shortText = (text = '', most: number): string => text.replace(/\p{Cc}/gu, '').slice(0, most);

const mediaOf = (attributes: Attributes): Media => ({
  type: attributes.get('TYPE') ?? '',
  group: attributes.get('GROUP-ID') ?? '',
  name: shortText(attributes.get('NAME'), MAX_NAME),
  language: shortText(attributes.get('LANGUAGE'), MAX_LANGUAGE),
  isDefault: attributes.get('DEFAULT') === 'YES',
  mayAutoselect: attributes.get('AUTOSELECT') === 'YES',
  uri: attributes.get('URI'),
});

interface Row {
  readonly url: string;
  readonly media: readonly Media[];
  readonly groups: Groups;
}

function variantOf(attributes: Attributes, { url, media, groups }: Row): Variant {
  const [width = null, height = null] = sizeOf(attributes.get('RESOLUTION'));
  const fps = numberOf(attributes.get('FRAME-RATE'));
  const codecs = attributes.get('CODECS') ?? '';
  const bandwidth = numberOf(attributes.get('BANDWIDTH')) ?? 0;
  const { given, aliases } = namesOf(attributes, media);
  const audioCodecsOnly = isAudioOnly(codecs);
  const audio = audioCodecsOnly ? NO_GROUP : groups.of('AUDIO', attributes);
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
    separateAudio: audio.isSeparate,
    audio: audio.renditions,
    subtitles: groups.of('SUBTITLES', attributes).renditions,
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
  ].flatMap((name) => (name === undefined ? [] : [shortText(name, MAX_NAME)]));
  const given = names.find((name) => PORTRAIT.test(name)) ?? names[0] ?? null;
  return { given, aliases: [...new Set(video === undefined ? names : [...names, shortText(video, MAX_NAME)])] };
}

/** `isSeparate`: all of its renditions have playlists of their own. */
interface Group {
  readonly isSeparate: boolean;
  readonly renditions: readonly MediaRendition[];
}
const NO_GROUP: Group = { isSeparate: false, renditions: [] };

/** The groups of renditions. Each is read once, because all variants may name the same one. */
class Groups {
  private readonly known = new Map<string, Group>();

  constructor(
    private readonly media: readonly Media[],
    private readonly baseUrl: string,
  ) {}

  /** The group that a variant names. */
  of(type: 'AUDIO' | 'SUBTITLES', attributes: Attributes): Group {
    const id = attributes.get(type);
    if (id === undefined) return NO_GROUP;
    const key = `${type} ${id}`;
    const group = this.known.get(key) ?? this.read(type, id);
    this.known.set(key, group);
    return group;
  }

  private read(type: 'AUDIO' | 'SUBTITLES', id: string): Group {
    const group = this.media.filter((m) => m.type === type && m.group === id);
    const renditions = renditionsOf(type === 'AUDIO' ? 'a' : 's', group, this.baseUrl);
    return { isSeparate: isSeparate(group), renditions };
  }
}

const isSeparate = (group: readonly Media[]): boolean => group.length > 0 && group.every((m) => m.uri !== undefined);

/**
 * The default of an audio group without one is the first that a player may select by itself (RFC 8216 section
 * 4.3.4.1); no subtitles need to be shown.
 */
function renditionsOf(kind: 'a' | 's', group: readonly Media[], baseUrl: string): MediaRendition[] {
  const usual = kind === 'a' ? (group.find((m) => m.mayAutoselect) ?? group[0]) : undefined;
  const chosen = group.find((m) => m.isDefault) ?? usual;
  const seen = new Set<string>();
  return group.flatMap((m) => {
    const { name, language, uri } = m;
    const id = `${kind}${crcText(crc32(`${language}\n${name}`))}`;
    if (uri === undefined || seen.has(id)) return [];
    seen.add(id);
    return [{ id, name, language, isDefault: m === chosen, url: absolute(uri, baseUrl) }];
  });
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
  const own = given?.replace(/\(source\)$/i, '').trim() ?? '';
  if (own !== '') return /^audio( only|_only)?$/i.test(own) ? 'audio_only' : own;
  if (height !== null) return `${height}p${fps !== null && fps > 31 ? Math.round(fps) : ''}`;
  return audioOnly ? 'audio_only' : `${Math.round(bandwidth / 1000)}k`;
}
