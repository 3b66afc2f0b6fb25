import type { Reply, SourceSpec } from './source-spec.js';

/** The encoder makes no segment from the first of these to the one before the second. */
const STOPS = 5;
const STARTS_AGAIN = 22;
const LAST = `c${String(STOPS - 1)}.ts`;
/** The server goes off after it has sent the last segment: soon enough that the list still grew. */
const OFF_AFTER_MS = 500;
const RETURNS_MS = STARTS_AGAIN * 2000 + 200;

/** A source that is switched off together with its server. */
function switchedOff(name: string, off: () => Reply): SourceSpec {
  let sentAt = Infinity;
  return {
    name,
    seconds: 54,
    withholds: (n) => n >= STOPS && n < STARTS_AGAIN,
    answer: ({ path, headers, atMs }, usual): Reply | Promise<Reply> => {
      if (atMs > sentAt + OFF_AFTER_MS && atMs < RETURNS_MS) return off();
      if (path === LAST && headers.range === undefined) sentAt = Math.min(sentAt, atMs);
      return usual();
    },
  };
}

/** Nobody answers: the connection ends without a response, as if it was refused. */
export const refusesConnections = (): SourceSpec =>
  switchedOff('22-refuses-connections', () => {
    throw new Error('the server is off');
  });
export const answersEmpty = (): SourceSpec => switchedOff('22-answers-empty', () => ({ body: '' }));
