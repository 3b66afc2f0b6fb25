import { type z } from 'zod';

/** A default that depends on other settings. `text` is how the documentation shows it. */
export interface DerivedDefault {
  readonly from: (read: (env: string) => string, machine: Machine) => string;
  readonly text: string;
}

/** What a default may know about where the process runs. */
export interface Machine {
  readonly hostname: string;
}

/** One setting: where it comes from, what it may be, and what the operator reads about it. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  /** Name of the environment variable; the same name is the key in the file of VODKEEP_CONFIG_FILE. */
  readonly env: string;
  /** Takes the text of the variable and gives the typed value. */
  readonly schema: S;
  /** As text, through the schema like any other value. `null`: not set gives null. {@link REQUIRED}: must be set. */
  readonly default: string | null | typeof REQUIRED | DerivedDefault;
  /** What a number counts or a text holds: `MB`, `TCP port`, `path`. Empty for plain choices. */
  readonly unit: string;
  readonly doc: string;
  /** May also come from a file named by `<env>_FILE`; never shown in a document or a log. */
  readonly secret?: boolean;
}

/** Default of a setting that has none: the service refuses to start without it. */
export const REQUIRED = Symbol('required');

/** Settings that belong together; one object of the same keys comes out of it. */
export type Section = Readonly<Record<string, Setting>>;

type Value<T extends Setting> = T['default'] extends null ? z.output<T['schema']> | null : z.output<T['schema']>;

/** Typed values of a section. */
export type ValuesOf<T extends Section> = { readonly [K in keyof T]: Value<T[K]> };

/**
 * Declares a section. The value is read by `loadConfig`, by docs/configuration.md and by deploy/env.example, so it is
 * written once.
 */
export const defineConfig = <const T extends Section>(section: T): T => section;
