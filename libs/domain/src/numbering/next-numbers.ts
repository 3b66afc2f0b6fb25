import { monthOf } from '../naming/zoned-date.js';

/**
 * Season and episode of a recording, all from 1. `month`: yyyyMM; `number` counts within the month; the absolute
 * numbers never restart.
 */
export interface Numbers {
  readonly month: string;
  readonly number: number;
  readonly absoluteSeason: number;
  readonly absoluteNumber: number;
}

/**
 * Numbers of the next real recording of a channel. A season is a month with recordings: the first recording of a month
 * starts a season, however many months lie between. A late recording that started before the newest season counts into
 * the newest season, because assigned numbers never change.
 * @param previous numbers of the channel's newest recording, null before the first
 * @param at start of the broadcast
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
