import { Cron } from 'croner';

/**
 * The next time of a cron expression after a moment, in the time zone of the server. A time that a change of the clock
 * skips runs right after the change; one that it repeats runs once, unless the expression names every hour.
 * @param zone for specs; default: that of the server
 * @returns null if there is none
 */
export function nextCronRun(expression: string, after: Date, zone?: string): Date | null {
  return new Cron(expression, { paused: true, ...(zone === undefined ? {} : { timezone: zone }) }).nextRun(after);
}
