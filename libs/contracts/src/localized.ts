import { type Message as MessageOf, type MessageParam as Param } from '#libs/messages';
import { z } from 'zod';

const MessageParam: z.ZodType<Param> = z.union([
  z.string(),
  z.number(),
  z.lazy((): z.ZodType<MessageOf> => Message),
  z.array(z.lazy((): z.ZodType<Param> => MessageParam)),
]);
/** A localizable text in events and rows: the key of a catalogue message and its parameters. */
export const Message: z.ZodType<MessageOf> = z.object({
  key: z.string().min(1),
  params: z.record(z.string(), MessageParam).optional(),
});

export type Message = MessageOf;

/** Registry of user-visible strings in answers and frames. They are translated into the language of the client. */
export const LOCALIZED = z.registry<object>();

/**
 * A user-visible string. The server creates it as a {@link Message} (`''` for none) and translates it as the last step
 * of an answer or a frame. So the input is a message, and the output that the client reads is a string.
 */
export function localized(): z.ZodType<string, Message | ''> {
  const text = z.string();
  LOCALIZED.add(text, {});
  // The input type exists only for the compiler: a check of an answer sees the translated text.
  return text as unknown as z.ZodType<string, Message | ''>;
}

/** Server-side type of an answer or frame, in which the texts are not translated yet. */
export type View<S extends z.ZodType> = z.input<S>;
