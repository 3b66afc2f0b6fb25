import { numberOf } from './attributes.js';

/**
 * EXT-X-DATERANGE: a stretch of programme time that means something (an ad break, a new source). Source: RFC 8216
 * section 4.3.2.7.
 */
export interface DateRange {
  readonly id: string;
  readonly className: string;
  /** ms since the Unix epoch. */
  readonly startAt: number;
  /** Null while the end is not known. */
  readonly durMs: number | null;
  /** Every attribute as written, the X- ones included. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Null when the tag has no id or no readable start: it then says nothing. */
export function dateRangeOf(attributes: ReadonlyMap<string, string>): DateRange | null {
  const id = attributes.get('ID');
  const startAt = Date.parse(attributes.get('START-DATE') ?? '');
  if (id === undefined || Number.isNaN(startAt)) return null;
  const endAt = Date.parse(attributes.get('END-DATE') ?? '');
  const seconds = numberOf(attributes.get('DURATION'));
  const durMs = seconds === null ? (Number.isNaN(endAt) ? null : endAt - startAt) : seconds * 1000;
  return { id, className: attributes.get('CLASS') ?? '', startAt, durMs, attributes };
}
