import { type Message, type MessageKey, type ParamArgs } from './message.js';

/** First character of every {@link fieldMessage}; messages of libraries never start with it. */
const FIELD_MARK = '\u0001';

/**
 * A message about a field, encoded as the `error` text of a schema, because schema libraries accept only a string
 * there. The API decodes it. This module does not import the catalogue, so that a page that shares the schema does not
 * load it.
 */
export const fieldMessage = <Key extends MessageKey & `field.${string}`>(
  key: Key,
  ...[params]: ParamArgs<Key>
): string => FIELD_MARK + JSON.stringify({ key, params });

/** Decodes the message of a field error; null if it is a plain text from a library. */
export const readFieldMessage = (error: string): Message | null =>
  error.startsWith(FIELD_MARK) ? (JSON.parse(error.slice(FIELD_MARK.length)) as Message) : null;
