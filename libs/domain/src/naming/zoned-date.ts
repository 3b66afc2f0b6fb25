/** A moment in a time zone; each field has two digits, the year four. */
export interface ZonedDate {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
}

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** @param zone IANA name; an unknown zone is replaced by UTC, so that a name is always available */
export function zonedDate(at: Date, zone: string): ZonedDate {
  const shown = new Map(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type as string, value]),
  );
  return Object.fromEntries(
    PARTS.map((part) => [part, (shown.get(part) ?? '').padStart(2, '0')]),
  ) as unknown as ZonedDate;
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const digits = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    calendar: 'iso8601',
    numberingSystem: 'latn',
  } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...digits, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en', { ...digits, timeZone: 'UTC' });
  }
}
