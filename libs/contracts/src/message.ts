import { type z } from 'zod';

type Kind = 'event' | 'command' | 'pulse';

/**
 * One message on the bus. Name and kind determine its subject (`evt.<name>.<key>`, `cmd.<name>.<key>`,
 * `pulse.<name>.<key>`); the schema is the only definition of its shape. JetStream stores events and commands; a pulse
 * may be lost.
 */
export interface MessageDef<Name extends string = string, Shape extends z.ZodType = z.ZodType> {
  readonly kind: Kind;
  readonly name: Name;
  readonly schema: Shape;
  /** Field whose value is the last subject token, so that the messages of one entity stay in order. */
  readonly key: string;
}

/** Payload of a message of this definition, validated by its schema on both sides. */
export type Payload<D extends MessageDef> = z.infer<D['schema']>;

interface Defined<K extends Kind, N extends string, S extends z.ZodType> extends MessageDef<N, S> {
  readonly kind: K;
}

const define =
  <const K extends Kind>(kind: K) =>
  <const N extends string, S extends z.ZodObject>(
    name: N,
    key: keyof z.infer<S> & string,
    schema: S,
  ): Defined<K, N, S> => ({ kind, name, key, schema });

/** JetStream stores events and commands and delivers them at least once; pulses may be lost. */
export const defineEvent = define('event');
export const defineCommand = define('command');
export const definePulse = define('pulse');

const SUBJECT_PREFIX = { event: 'evt', command: 'cmd', pulse: 'pulse' } as const satisfies Record<Kind, string>;

/** Subject of one message, or of all messages of this name with `*` as key. */
export const subjectOf = (def: MessageDef, key: string): string => `${SUBJECT_PREFIX[def.kind]}.${def.name}.${key}`;
