import { type HttpAnswer, type HttpPort, type HttpRequest } from '../http/http-port.js';
import { type Clock } from './clock.js';

export interface Hedging {
  readonly http: Pick<HttpPort, 'get'>;
  readonly clock: Clock;
  /** After this long without an answer, the second request is sent. */
  readonly afterMs: number;
  /** Longest silence of the second request, and least time between two of them. */
  readonly everyMs: number;
}

/**
 * Sends a request, and while its answer has not begun, another one beside it, again and again: a server that is back may
 * answer new requests only. The first answer counts; the other request ends, with its connection.
 * @throws what the first request throws
 */
export async function getHedged(request: HttpRequest, hedging: Hedging): Promise<HttpAnswer> {
  const ending = new AbortController();
  const end = (): void => {
    ending.abort(request.signal.reason);
  };
  if (request.signal.aborted) end();
  request.signal.addEventListener('abort', end, { once: true });
  const race = new AnswerRace();
  const own = { ...request, signal: ending.signal };
  hedging.http.get({ ...own, onHead: () => (race.hasBegun = true) }).then(race.take, race.fail);
  void requestBeside(own, race, hedging);
  try {
    return await race.answer;
  } finally {
    request.signal.removeEventListener('abort', end);
    ending.abort();
  }
}

/** Never rejects. */
async function requestBeside(
  request: HttpRequest,
  race: AnswerRace,
  { http, clock, afterMs, everyMs }: Hedging,
): Promise<void> {
  await clock.sleep(afterMs, request.signal);
  while (!request.signal.aborted && !race.hasBegun) {
    const nextAt = clock.now() + everyMs;
    await http.get({ ...request, idleMs: everyMs }).then(race.take, () => undefined);
    await clock.sleep(Math.max(0, nextAt - clock.now()), request.signal);
  }
}

class AnswerRace {
  /** The answer of the first request has begun. */
  hasBegun = false;
  private isOver = false;
  private readonly resolvers = Promise.withResolvers<HttpAnswer>();

  get answer(): Promise<HttpAnswer> {
    return this.resolvers.promise;
  }

  readonly take = (answer: HttpAnswer): void => {
    if (this.isOver) answer.body.release();
    else this.resolvers.resolve(answer);
    this.isOver = true;
  };

  readonly fail = (reason: unknown): void => {
    this.isOver = true;
    this.resolvers.reject(reason);
  };
}
