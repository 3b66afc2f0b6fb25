import { en } from './en.js';
import { fill } from './fill.js';

type Catalogue = typeof en;
/** Name of one message of the catalogue: `<area>.<what it says>`; of an error `error.<code>` or `error.<code>.<case>`. */
export type MessageKey = keyof Catalogue;

/** What a place of a message is filled with: as it is, in the reader's language, or a list of these parted by commas. */
export type MessageParam = string | number | Message | MessageList;
export type MessageParams = Readonly<Record<string, MessageParam>>;
/** An interface, since the types of TypeORM follow an alias that holds itself without end. */
interface MessageList extends ReadonlyArray<MessageParam> {
  readonly length: number;
}

/**
 * A text for a person as rows keep it and events carry it: which message it is, and what fills its places. It becomes
 * a text in the api, which knows the reader's language.
 */
export interface Message {
  /** One of {@link MessageKey}; another one where a later version wrote it. */
  readonly key: string;
  readonly params?: MessageParams | undefined;
}

/** A message that this process made: it has its English text at hand, for logs and as the message of an error. */
export interface OwnMessage extends Message {
  readonly english: string;
}

/** Names of the places of a text: `'{{n}} of {{all}}'` has `'n' | 'all'`. */
export type Places<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Places<Rest>
  : never;

/** What the places of one message are filled with; the compiler knows their names. */
export type ParamsOf<Key extends MessageKey> = { readonly [Name in Places<Catalogue[Key]>]: MessageParam };

/** What follows the key of a message: nothing where its text has no places. */
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
  // On the prototype, so that it is neither stored nor sent.
  get english(): string {
    return fill(en, this);
  }
}

/** A message that came from a row or an event, with its English at hand. */
export const withEnglish = ({ key, params }: Message): OwnMessage => new CatalogueMessage(key, params);

/** A message of the catalogue. */
export const message = <Key extends MessageKey>(key: Key, ...[params]: ParamArgs<Key>): OwnMessage =>
  new CatalogueMessage(key, params);

/**
 * A text from outside (a name, a line of ffmpeg, the words of a site) in the place of a message; it is the same in
 * every language. No text of ours: that has a key.
 */
export const verbatim = (text: string): OwnMessage => message('text', { text });

/** Several messages as one, parted by semicolons; null for none. */
export const joined = (messages: readonly Message[]): Message | null =>
  messages.length === 0 ? null : messages.reduce((first, rest) => message('text.joined', { first, rest }));

/** Whether both say the same, though one was stored in between; null says nothing. */
export const isSameMessage = (a: Message | null, b: Message | null): boolean =>
  a === null || b === null ? a === b : english(a) === english(b);

/** A message in English, as logs and the terminal say it. */
export const english = (value: Message): string => fill(en, value);
