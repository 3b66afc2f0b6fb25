import { type Message, type MessageKey, type ParamArgs } from './message.js';

/** What {@link fieldMessage} begins with; no complaint of a library does. */
const MARK = '\u0001';

/**
 * A complaint about a field, as the `error` of a schema: libraries for schemas carry a string there, and the api reads
 * the message back out of it. It is here without the catalogue, so that a page that shares the schema does not load it.
 */
export const fieldMessage = <Key extends MessageKey & `field.${string}`>(
  key: Key,
  ...[params]: ParamArgs<Key>
): string => MARK + JSON.stringify({ key, params });

/** The message of a complaint; null for one that is a text, which another library wrote. */
export const readFieldMessage = (error: string): Message | null =>
  error.startsWith(MARK) ? (JSON.parse(error.slice(MARK.length)) as Message) : null;
