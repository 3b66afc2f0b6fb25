import { type Message as MessageOf, type MessageParam as Param } from '#libs/messages';
import { z } from 'zod';

const MessageParam: z.ZodType<Param> = z.union([
  z.string(),
  z.number(),
  z.lazy((): z.ZodType<MessageOf> => Message),
  z.array(z.lazy((): z.ZodType<Param> => MessageParam)),
]);
/** A text for a person as events and rows carry it: which message of the catalogue, and what fills its places. */
export const Message: z.ZodType<MessageOf> = z.object({
  key: z.string().min(1),
  params: z.record(z.string(), MessageParam).optional(),
});

export type Message = MessageOf;

/** Strings of answers and frames that a person reads, in the language of whoever asks. */
export const LOCALIZED = z.registry<object>();

/**
 * A string that a person reads. The server makes it as a {@link Message}, `''` for none, and translates it as the last
 * step of an answer or a frame: what goes in is a message, what the client reads is a string.
 */
export function localized(): z.ZodType<string, Message | ''> {
  const text = z.string();
  LOCALIZED.add(text, {});
  // The type of what goes in is for the compiler alone: a check of an answer sees it translated.
  return text as unknown as z.ZodType<string, Message | ''>;
}

/** What the server makes of a shape of an answer or a frame: the texts in it are messages still. */
export type View<S extends z.ZodType> = z.input<S>;
