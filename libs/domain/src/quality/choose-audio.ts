/** Audio with a playlist of its own, as the master describes it. */
export interface OfferedAudio {
  readonly id: string;
  readonly name: string;
  /** RFC 5646 tag; empty if the source names none. */
  readonly language: string;
  readonly isDefault: boolean;
}

/** `default`: what a player uses; `all`; or languages (RFC 5646 tags) in the operator's order. */
export type RequestedAudio = 'default' | 'all' | readonly string[];

/** Reads the setting: `default` (also if empty), `all`, or languages separated by commas. */
export function requestedAudio(text: string): RequestedAudio {
  const words = text
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.includes('all')) return 'all';
  return words.length === 0 || words[0] === 'default' ? 'default' : words;
}

/** Memory and connections limit the number of audio or subtitles tracks of one recording. */
const MOST = 8;

/**
 * Chooses the audio renditions to record, the default first. `en` matches `en-GB`. If none of the languages is offered,
 * the default is recorded, so that no recording is silent.
 * @param hasOwnSound the segments of the video contain audio, which is recorded anyway
 */
export function chooseAudio<A extends OfferedAudio>(
  offered: readonly A[],
  requested: RequestedAudio,
  hasOwnSound: boolean,
): A[] {
  if (requested === 'all') return offered.toSorted(defaultFirst).slice(0, MOST);
  const inLanguages =
    requested === 'default'
      ? []
      : requested.map((wanted) => offered.find((audio) => isLanguage(audio, wanted))).filter((a) => a !== undefined);
  if (inLanguages.length > 0) return [...new Set(inLanguages)].slice(0, MOST);
  const usual = offered.find((audio) => audio.isDefault) ?? (hasOwnSound ? undefined : offered[0]);
  return usual ? [usual] : [];
}

/** Chooses the subtitles to record, the default first. */
export const chooseSubtitles = <S extends OfferedAudio>(offered: readonly S[]): S[] =>
  offered.toSorted(defaultFirst).slice(0, MOST);

const defaultFirst = (a: OfferedAudio, b: OfferedAudio): number => Number(b.isDefault) - Number(a.isDefault);

function isLanguage({ language }: OfferedAudio, wanted: string): boolean {
  const [has, tag] = [language.toLowerCase(), wanted.trim().toLowerCase()];
  return has !== '' && (has === tag || has.startsWith(`${tag}-`));
}
