/** Global cheermotes of Twitch (its list at https://www.twitch.tv/bits, Aug 2026); channels' own end in `Cheer`. */
const PREFIXES = [
  '4Head',
  'Anon',
  'BibleThump',
  'BitBoss',
  'bday',
  'Charity',
  'Cheer',
  'cheerwhal',
  'Corgo',
  'DansGame',
  'DoodleCheer',
  'EleGiggle',
  'FailFish',
  'FrankerZ',
  'Goal',
  'HeyGuys',
  'HolidayCheer',
  'Kappa',
  'Kreygasm',
  'MrDestructoid',
  'Muxy',
  'NotLikeThis',
  'Party',
  'PJSalt',
  'Pride',
  'RIPCheer',
  'Scoops',
  'SeemsGood',
  'Shamrock',
  'ShowLove',
  'Streamlabs',
  'SwiftRage',
  'TriHard',
  'uni',
  'VoHiYo',
];
const CHEER = new RegExp(`^(?:${PREFIXES.join('|')}|\\w+cheer)([1-9]\\d{0,6})$`, 'i');

/** Bits cheered in a text: comments of a video have no field for them (protocols.md 4.4). */
export function bitsIn(text: string): number {
  return text.split(/\s+/).reduce((sum, word) => sum + Number(CHEER.exec(word)?.[1] ?? 0), 0);
}
