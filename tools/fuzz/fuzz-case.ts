import { crc32 } from 'node:zlib';

/** One input: what a target gets, as the parts that it distinguishes (lists, bodies, pieces of a response). */
export interface FuzzCase {
  readonly target: string;
  readonly parts: readonly Buffer[];
}

/** What a case did wrong. `block`: the thread's CPU time between two turns of the event loop. */
export type FaultKind = 'crash' | 'block' | 'memory' | 'hang';
export interface Fault {
  readonly kind: FaultKind;
  readonly detail: string;
}

interface StoredCase {
  readonly target: string;
  readonly found: string;
  readonly parts: readonly ({ readonly text: string } | { readonly base64: string })[];
}

/** The text of a seed file: texts as lines to read, everything else in base64. */
export function caseText({ target, parts }: FuzzCase, found: string): string {
  const stored: StoredCase = {
    target,
    found,
    parts: parts.map((part) => {
      const text = part.toString('utf8');
      return Buffer.from(text).equals(part) ? { text } : { base64: part.toString('base64') };
    }),
  };
  return `${JSON.stringify(stored, null, 2)}\n`;
}

export function parseCase(text: string): FuzzCase {
  const { target, parts } = JSON.parse(text) as StoredCase;
  return {
    target,
    parts: parts.map((part) => ('text' in part ? Buffer.from(part.text) : Buffer.from(part.base64, 'base64'))),
  };
}

export const caseFileName = ({ target, parts }: FuzzCase): string =>
  `${target}-${(crc32(Buffer.concat(parts)) >>> 0).toString(16).padStart(8, '0')}.json`;
