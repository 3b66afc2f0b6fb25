import { type SeasonScheme } from '#libs/contracts';
import { zonedDate } from '../naming/zoned-date.js';

/**
 * Season and episode of a recording, all from 1. `month`: name of the season, yyyyMM by default (the name of the field in
 * stored rows); `number` counts within the season; the absolute numbers never restart. `period`: month of a season whose
 * name does not tell it.
 */
export interface Numbers {
  readonly month: string;
  readonly number: number;
  readonly absoluteSeason: number;
  readonly absoluteNumber: number;
  readonly period?: string | undefined;
}

/** How seasons begin and are named. `zone`: IANA name. */
export interface SeasonRule {
  readonly zone: string;
  readonly scheme: SeasonScheme;
}

/**
 * Numbers of the next real recording of a channel. A season is a month with recordings, or a year: the first recording of
 * a month starts a season, however many months lie between. A late recording that started before the newest season counts
 * into the newest season, because assigned numbers never change. So does the first one after a change of the scheme,
 * unless months change to years or years to months: this starts a season.
 * @param previous numbers of the channel's newest recording, null before the first
 * @param at start of the broadcast
 */
export function nextNumbers(previous: Numbers | null, at: Date, rule: SeasonRule): Numbers {
  const period = periodOf(at, rule);
  if (!previous) return named({ number: 1, absoluteSeason: 1, absoluteNumber: 1 }, period, rule);
  const before = previous.period ?? previous.month;
  const absoluteNumber = previous.absoluteNumber + 1;
  const isNewSeason = period.length !== before.length || period > before;
  return isNewSeason
    ? named({ number: 1, absoluteSeason: previous.absoluteSeason + 1, absoluteNumber }, period, rule)
    : named({ number: previous.number + 1, absoluteSeason: previous.absoluteSeason, absoluteNumber }, before, rule);
}

/** Numbers with the name of their season. */
const named = (
  numbers: Pick<Numbers, 'number' | 'absoluteSeason' | 'absoluteNumber'>,
  period: string,
  { scheme }: SeasonRule,
): Numbers =>
  scheme === 'number' ? { month: String(numbers.absoluteSeason), ...numbers, period } : { month: period, ...numbers };

/** `yyyy` or `yyyyMM`. */
function periodOf(at: Date, { zone, scheme }: SeasonRule): string {
  const { year, month } = zonedDate(at, zone);
  return scheme === 'year' ? year : year + month;
}

/** Name of the season of a VOD without numbers, by its start; null if only its channel could count it. */
export const seasonByDate = (at: Date, rule: SeasonRule): string | null =>
  rule.scheme === 'number' ? null : periodOf(at, rule);
