declare const unit: unique symbol;
type Quantity<U extends string> = number & { readonly [unit]: U };

/** Milliseconds: a duration, or a time since the Unix epoch if the name ends in `At`. */
export type Ms = Quantity<'ms'>;
/** Marks a number as milliseconds. */
export const ms = (n: number): Ms => n as Ms;
