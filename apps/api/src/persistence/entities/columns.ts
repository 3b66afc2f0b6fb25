import { type ValueTransformer } from 'typeorm';

/** Postgres returns bigint as text. All values here stay below 2^53 (bytes of a library, ms since 1970). */
export const bigintColumn: ValueTransformer = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};
