import { type OutgoingAnswer, type SendResult } from './notifier.js';
import { cut, oneLine } from './texts.js';

const MAX_ANSWER_CHARS = 500;
/** Longer waits are cut to this, so that a wrong header does not silence a receiver. */
const MAX_RETRY_AFTER_MS = 6 * 3_600_000;
/** The message itself is refused; any other status may change when the operator corrects the receiver. */
const REFUSED: readonly number[] = [400, 413, 414, 415, 422];

/** Reads the answer of a receiver that speaks HTTP. */
export function judgeAnswer(answer: OutgoingAnswer, now: number): SendResult {
  const { status, text } = answer;
  const line = cut(oneLine(`${status} ${text}`), MAX_ANSWER_CHARS);
  if (status >= 200 && status < 300) return { outcome: 'sent', answer: line };
  if (REFUSED.includes(status)) return { outcome: 'refused', answer: line };
  const retryAfterMs = retryAfter(answer, now);
  return { outcome: 'failed', answer: line, ...(retryAfterMs !== null && { retryAfterMs }) };
}

/**
 * How long to wait, as RFC 9110 section 10.2.3 says it, in seconds or as a date; or as Telegram and Discord say it in
 * the body, in seconds.
 */
function retryAfter({ headers, text }: OutgoingAnswer, now: number): number | null {
  const { 'retry-after': header } = headers;
  const given = typeof header === 'string' ? header : inBody(text);
  if (given === null) return null;
  const ms = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, Math.ceil(ms)), MAX_RETRY_AFTER_MS);
}

function inBody(text: string): string | null {
  const found = /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/.exec(text);
  return found?.[1] ?? null;
}
