import { type MessageDef, subjectOf } from '#libs/contracts';
import { BugError } from '#libs/errors';

/** Kept by JetStream until it is dealt with. */
export type DurableDef = MessageDef & { readonly kind: 'event' | 'command' };
export type EventDef = MessageDef & { readonly kind: 'event' };
export type CommandDef = MessageDef & { readonly kind: 'command' };
/** Core NATS, may be lost. */
export type PulseDef = MessageDef & { readonly kind: 'pulse' };

/** Largest payload of a message. A larger payload goes to storage, and the message carries its key. */
export const MAX_PAYLOAD_BYTES = 256 * 1024;

/**
 * Checks a payload and gives subject and bytes of its message.
 * @throws BugError `wrong-payload` - does not fit the schema, or has an empty key
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

/** JSON of a message, or undefined for bytes that are none. */
export function decodeJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A message key as one subject token. NATS gives `.`, `*`, `>` and blanks a meaning, so everything but letters, digits,
 * `_` and `-` becomes `=` and its UTF-8 bytes in hex; two keys never share a token.
 */
export function subjectToken(key: string): string {
  return key.replaceAll(/[^A-Za-z0-9_-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
