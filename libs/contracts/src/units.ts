declare const unit: unique symbol;
type Quantity<U extends string> = number & { readonly [unit]: U };

/** Milliseconds: a duration, or a time since the Unix epoch if the name ends in `At`. */
export type Ms = Quantity<'ms'>;
/** Marks a number as milliseconds. */
export const ms = (n: number): Ms => n as Ms;

/** Ticks after which the 33-bit 90 kHz clock of MPEG-TS and packed audio restarts (docs/reference/hls.md#time-stamps). */
export const TS_WRAP_TICKS = 2 ** 33;
/** The same time in ms: 26.5 h. */
export const TS_WRAP_MS = TS_WRAP_TICKS / 90;
