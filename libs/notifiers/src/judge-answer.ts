import { type OutgoingAnswer, type SendResult } from './notifier.js';
import { answerLine } from './texts.js';

/** Longer waits are shortened to this, so that a wrong header does not silence a receiver. */
const MAX_RETRY_AFTER_MS = 6 * 3_600_000;
/** The message itself is refused; any other status may change when the operator corrects the receiver. */
const REFUSED: readonly number[] = [400, 413, 414, 415, 422];

/** Reads the answer of a receiver that speaks HTTP. */
export function judgeAnswer(answer: OutgoingAnswer, now: number): SendResult {
  const { status, text } = answer;
  const line = answerLine(`${status} ${text}`);
  if (status >= 200 && status < 300) return { outcome: 'sent', answer: line };
  if (REFUSED.includes(status)) return { outcome: 'refused', answer: line };
  const retryAfterMs = retryAfter(answer, now);
  return { outcome: 'failed', answer: line, ...(retryAfterMs !== null && { retryAfterMs }) };
}

/**
 * The wait that the receiver wants, ms: from the header of RFC 9110 section 10.2.3 (seconds or a date), or from the body
 * as Telegram and Discord send it (seconds).
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
