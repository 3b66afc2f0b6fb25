import { ok, refusal, type HelixAnswer } from './helix-call.js';

const DEFAULT_FIRST = 20;
const MAX_FIRST = 100;

const cursorOf = (offset: number): string =>
  Buffer.from(JSON.stringify({ b: null, a: { Offset: offset } })).toString('base64');

function offsetOf(cursor: string): number | null {
  try {
    const { a } = JSON.parse(Buffer.from(cursor, 'base64').toString()) as {
      readonly a?: { readonly Offset?: unknown };
    };
    return typeof a?.Offset === 'number' ? a.Offset : null;
  } catch {
    return null;
  }
}

/** Index at which the page starts; null for an invalid cursor. */
function startOf(query: URLSearchParams, first: number): number | null {
  const [after, before] = [query.get('after'), query.get('before')];
  if (after !== null) return offsetOf(after);
  const end = before === null ? 2 * first : offsetOf(before);
  return end === null ? null : Math.max(0, end - 2 * first);
}

/**
 * One page by `first`, `after` and `before`. A full page has a cursor, even if nothing follows; the end is `pagination:
 * {}`.
 */
export function page(
  query: URLSearchParams,
  rows: readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
): HelixAnswer {
  const first = Number(query.get('first') ?? DEFAULT_FIRST);
  if (!Number.isInteger(first) || first < 1 || first > MAX_FIRST)
    return refusal(400, 'The parameter "first" was malformed: the value must be between 1 and 100');
  const start = startOf(query, first);
  if (start === null) return refusal(400, 'Invalid cursor.');
  const data = rows.slice(start, start + first);
  return ok({ data, pagination: data.length === first ? { cursor: cursorOf(start + first) } : {}, ...more });
}
