import { en } from './en.js';
import { fill } from './fill.js';

type Catalogue = typeof en;
/** Key of a catalogue message: `<area>.<subject>`; for an error `error.<code>` or `error.<code>.<case>`. */
export type MessageKey = keyof Catalogue;

/** Value of a placeholder: a literal, a message in the reader's language, or a comma-separated list of these. */
export type MessageParam = string | number | Message | MessageList;
type MessageParams = Readonly<Record<string, MessageParam>>;
/** An interface, because the types of TypeORM recurse infinitely into an alias that refers to itself. */
interface MessageList extends ReadonlyArray<MessageParam> {
  readonly length: number;
}

/**
 * A localizable text in rows and events: a message key and its parameters. The API, which knows the reader's language,
 * translates it.
 */
export interface Message {
  /** A {@link MessageKey}, or an unknown key from a later version. */
  readonly key: string;
  readonly params?: MessageParams | undefined;
}

/** A message created by this process. It provides its English text, for logs and as the message of an error. */
export interface OwnMessage extends Message {
  readonly english: string;
}

/** Names of the placeholders of a text: `'{{n}} of {{all}}'` has `'n' | 'all'`. */
export type Places<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Places<Rest>
  : never;

/** Parameters of one message, with compiler-checked names. */
type ParamsOf<Key extends MessageKey> = { readonly [Name in Places<Catalogue[Key]>]: MessageParam };

/** Arguments after the key of a message; none if its text has no placeholders. */
export type ParamArgs<Key extends MessageKey> = [Places<Catalogue[Key]>] extends [never]
  ? readonly []
  : readonly [params: ParamsOf<Key>];

class CatalogueMessage implements OwnMessage {
  declare readonly params?: MessageParams;
  constructor(
    readonly key: string,
    params: MessageParams | undefined,
  ) {
    if (params !== undefined) this.params = params;
  }
  // A getter on the prototype, so that it is neither stored nor sent.
  get english(): string {
    return fill(en, this);
  }
}

/** Adds the English text to a message from a row or an event. */
export const withEnglish = ({ key, params }: Message): OwnMessage => new CatalogueMessage(key, params);

/** Creates a catalogue message. */
export const message = <Key extends MessageKey>(key: Key, ...[params]: ParamArgs<Key>): OwnMessage =>
  new CatalogueMessage(key, params);

/**
 * Wraps an external text (a name, a line of ffmpeg, a text of a site) as a message. It is the same in every language.
 * Not for texts of Vodkeep, which have a key.
 */
export const verbatim = (text: string): OwnMessage => message('text', { text });

/** Joins messages with semicolons; null for an empty list. */
export const joined = (messages: readonly Message[]): Message | null =>
  messages.length === 0 ? null : messages.reduce((first, rest) => message('text.joined', { first, rest }));

/** Whether two messages have the same text, even if one was stored in between. null equals only null. */
export const isSameMessage = (a: Message | null, b: Message | null): boolean =>
  a === null || b === null ? a === b : english(a) === english(b);

/** English text of a message, for logs and the terminal. */
export const english = (value: Message): string => fill(en, value);
