/** What a media server shows of a VOD. `startedAt` in the time zone of the server as `yyyy-mm-dd`. */
export interface Episode {
  readonly title: string;
  readonly show: string;
  readonly season: string | null;
  readonly episode: number | null;
  readonly aired: string;
  readonly minutes: number;
  readonly plot: readonly string[];
  /** Categories, each once. */
  readonly genres: readonly string[];
  readonly studio: string;
  readonly id: { readonly type: string; readonly value: string };
}

/** The `.nfo` of a video for Kodi, Jellyfin and Emby. */
export function episodeNfo({
  title,
  show,
  season,
  episode,
  aired,
  minutes,
  plot,
  genres,
  studio,
  id,
}: Episode): string {
  const lines = [
    element('title', title),
    element('showtitle', show),
    ...(season === null ? [] : [element('season', season)]),
    ...(episode === null ? [] : [element('episode', String(episode))]),
    element('plot', plot.join('\n')),
    element('aired', aired),
    element('runtime', String(minutes)),
    ...genres.map((genre) => element('genre', genre)),
    element('studio', studio),
    `<uniqueid type="${escaped(id.type)}" default="true">${escaped(id.value)}</uniqueid>`,
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<episodedetails>',
    ...lines.map((line) => `  ${line}`),
    '</episodedetails>',
    '',
  ].join('\n');
}

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 does not allow are left out. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- these are the characters to remove
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
    .replace(/[&<>"]/g, (c) => ENTITIES[c] ?? c);
