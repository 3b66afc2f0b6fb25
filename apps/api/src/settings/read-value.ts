import { type SettingDef } from '#libs/contracts';
import { type Message, message } from '#libs/messages';
import { type z } from 'zod';
import { issueMessage } from '../platform/input-faults.js';

/** A value as the setting wants it; `undefined`: back to the default; or what is wrong with it. */
type ReadValue = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fault: Message };

/**
 * What a form, a file or the environment says, read the way v0 read it: numbers and switches may come as text, and
 * nothing ('' or null) is the default again. Never throws, whatever it is given.
 */
export function readValue(def: SettingDef, raw: unknown): ReadValue {
  if (raw === null || (typeof raw === 'string' && raw.trim() === '')) return { ok: true, value: undefined };
  const parsed = def.schema.safeParse(fromText(def, raw));
  if (!parsed.success) return { ok: false, fault: faultOf(parsed.error) };
  return { ok: true, value: parsed.data === def.default ? undefined : parsed.data };
}

const SWITCH: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

function fromText(def: SettingDef, raw: unknown): unknown {
  if (def.type === 'boolean' && (typeof raw === 'string' || typeof raw === 'number'))
    return SWITCH[String(raw).trim().toLowerCase()] ?? raw;
  if (def.type === 'number' && typeof raw === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(raw)) return Number(raw);
  return raw;
}

/** The first fault of a value. */
export const faultOf = ({ issues: [first] }: z.ZodError): Message =>
  first ? issueMessage(first) : message('field.not-valid');
