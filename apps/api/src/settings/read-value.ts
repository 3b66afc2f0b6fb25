import { type SettingDef } from '#libs/contracts';
import { type Message, message } from '#libs/messages';
import { type z } from 'zod';
import { issueMessage } from '../platform/input-faults.js';

/** A valid value (`undefined` resets to the default), or its fault. */
type ReadValue = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fault: Message };

/**
 * Parses a value from a form, a file or the environment as v0 does: numbers and switches may be text, and an empty
 * value ('' or null) is the default, unless an empty text says something else. Never throws.
 */
export function readValue(def: SettingDef, raw: unknown): ReadValue {
  if (raw === null || (isEmpty(raw) && def.emptyIsValue !== true)) return { ok: true, value: undefined };
  const parsed = def.schema.safeParse(fromText(def, raw));
  if (!parsed.success) return { ok: false, fault: faultOf(parsed.error) };
  return { ok: true, value: parsed.data === def.default ? undefined : parsed.data };
}

const isEmpty = (raw: unknown): boolean => typeof raw === 'string' && raw.trim() === '';

const SWITCH: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

function fromText(def: SettingDef, raw: unknown): unknown {
  if (def.type === 'boolean' && (typeof raw === 'string' || typeof raw === 'number'))
    return SWITCH[String(raw).trim().toLowerCase()] ?? raw;
  if (def.type === 'number' && typeof raw === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(raw)) return Number(raw);
  return raw;
}

/** Message of the first fault. */
export const faultOf = ({ issues: [first] }: z.ZodError): Message =>
  first ? issueMessage(first) : message('field.not-valid');
