import { type MessageDef, subjectOf } from '#libs/contracts';
import { BugError } from '#libs/errors';

/** An event or a command: JetStream stores its messages until they are handled. */
export type DurableDef = MessageDef & { readonly kind: 'event' | 'command' };
export type EventDef = MessageDef & { readonly kind: 'event' };
export type CommandDef = MessageDef & { readonly kind: 'command' };
/** A pulse: sent over core NATS; may be lost. */
export type PulseDef = MessageDef & { readonly kind: 'pulse' };

/** Maximum payload size of a message. A larger payload goes to storage, and the message carries its object key. */
export const MAX_PAYLOAD_BYTES = 256 * 1024;

/**
 * Validates a payload and returns the subject and bytes of its message.
 * @throws BugError `wrong-payload` - does not match the schema, or has an empty key
 * @throws BugError `payload-too-large` - above {@link MAX_PAYLOAD_BYTES}
 */
export function encodeMessage(
  def: MessageDef,
  payload: unknown,
): { readonly subject: string; readonly data: Uint8Array } {
  const parsed = def.schema.safeParse(payload);
  if (!parsed.success) throw new BugError('wrong-payload', `${def.name}: ${parsed.error.message}`);
  const key = (parsed.data as Record<string, unknown>)[def.key];
  if (typeof key !== 'string' || key === '') throw new BugError('wrong-payload', `${def.name}: ${def.key} is empty`);
  const data = Buffer.from(JSON.stringify(parsed.data));
  if (data.length > MAX_PAYLOAD_BYTES)
    throw new BugError(
      'payload-too-large',
      `${def.name} has ${data.length} bytes, ${MAX_PAYLOAD_BYTES} are allowed: pass an object key`,
    );
  return { subject: subjectOf(def, subjectToken(key)), data };
}

/** Parses a message as JSON. @returns undefined if the bytes are not JSON */
export function decodeJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Encodes a message key as one subject token. `.`, `*`, `>` and spaces have a meaning in NATS subjects, so every
 * character except letters, digits, `_` and `-` becomes its UTF-8 bytes, each as `=` and two hex digits. Two keys never
 * share a token.
 */
export function subjectToken(key: string): string {
  return key.replaceAll(/[^A-Za-z0-9_-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
