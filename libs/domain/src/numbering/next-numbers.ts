import { monthOf } from '../naming/zoned-date.js';

/**
 * Season and episode of a recording. `month`: yyyyMM; `number` counts within it; the absolute ones never begin again.
 * All from 1.
 */
export interface Numbers {
  readonly month: string;
  readonly number: number;
  readonly absoluteSeason: number;
  readonly absoluteNumber: number;
}

/**
 * Numbers of the next real recording of a channel. A season is a month that has recordings: the first of a month begins
 * one, however many months lie between. One that began in a month before the newest season, found late, counts into the
 * newest: numbers that were given never change.
 * @param previous those of the channel's newest recording, null before its first
 * @param at when the broadcast began
 * @param zone IANA name
 */
export function nextNumbers(previous: Numbers | null, at: Date, zone: string): Numbers {
  const month = monthOf(at, zone);
  if (!previous) return { month, number: 1, absoluteSeason: 1, absoluteNumber: 1 };
  const isNewSeason = month > previous.month;
  return {
    month: isNewSeason ? month : previous.month,
    number: isNewSeason ? 1 : previous.number + 1,
    absoluteSeason: previous.absoluteSeason + (isNewSeason ? 1 : 0),
    absoluteNumber: previous.absoluteNumber + 1,
  };
}
