import { type z } from 'zod';

/** A default that depends on other settings. `text` describes it in the documentation. */
interface DerivedDefault {
  readonly from: (read: (env: string) => string, machine: Machine) => string;
  readonly text: string;
}

/** Properties of the machine that a default may use. */
export interface Machine {
  readonly hostname: string;
}

/** One setting: its source, its valid values, and its documentation for the operator. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  /** Name of the environment variable; the same name is the key in the file of VODKEEP_CONFIG_FILE. */
  readonly env: string;
  /** Converts the text of the variable to the typed value. */
  readonly schema: S;
  /**
   * Default as text; the schema parses it like any other value. `null`: the value is null if not set. {@link REQUIRED}:
   * must be set.
   */
  readonly default: string | null | typeof REQUIRED | DerivedDefault;
  /** Unit of a number or content of a text: `MB`, `TCP port`, `path`. Empty for plain choices. */
  readonly unit: string;
  readonly doc: string;
  /** The value may also come from a file named by `<env>_FILE`, and is never shown in a document or a log. */
  readonly secret?: boolean;
}

/** Marks a setting without a default: the service refuses to start without it. */
export const REQUIRED = Symbol('required');

/** Settings that belong together; they are loaded as one object with the same keys. */
export type Section = Readonly<Record<string, Setting>>;

type Value<T extends Setting> = T['default'] extends null ? z.output<T['schema']> | null : z.output<T['schema']>;

/** Typed values of a section. */
export type ValuesOf<T extends Section> = { readonly [K in keyof T]: Value<T[K]> };

/** Declares a section. `loadConfig`, docs/configuration.md and deploy/env.example all use this single definition. */
export const defineConfig = <const T extends Section>(section: T): T => section;
