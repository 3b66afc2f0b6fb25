import { message } from '#libs/messages';
import { type HttpAnswer, HttpError, type HttpPort, type HttpRequest } from '../http/http-port.js';
import { type Clock } from './clock.js';

export interface Hedging {
  readonly http: Pick<HttpPort, 'get'>;
  readonly clock: Clock;
  /** After this long without an answer, the second request is sent. */
  readonly afterMs: number;
  /** Longest silence of the second request, and least time between two of them. */
  readonly everyMs: number;
}

/** Made once: an abort without a reason makes an error with its stack, at each poll. */
const ANSWERED = new HttpError(message('error.http-away.closed'));

/**
 * Sends a request, and while its answer has not begun, another one beside it, again and again: a server that is back may
 * answer new requests only. The first answer counts; the other request ends, with its connection. If the first request
 * fails, the second one may still answer.
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
    ending.abort(ANSWERED);
  }
}

/** Never rejects. */
async function requestBeside(
  request: HttpRequest,
  race: AnswerRace,
  { http, clock, afterMs, everyMs }: Hedging,
): Promise<void> {
  await clock.sleep(afterMs, request.signal);
  while (!request.signal.aborted && !race.hasBegun && !race.hasFailed) {
    const nextAt = clock.now() + everyMs;
    race.isHedged = true;
    await http.get({ ...request, idleMs: everyMs }).then(race.take, () => undefined);
    race.isHedged = false;
    race.settle();
    await clock.sleep(Math.max(0, nextAt - clock.now()), request.signal);
  }
}

class AnswerRace {
  /** The answer of the first request has begun. */
  hasBegun = false;
  /** A second request is open, whose answer may still come. */
  isHedged = false;
  private failure: { readonly reason: unknown } | null = null;
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

  get hasFailed(): boolean {
    return this.failure !== null;
  }

  /** The first request has failed. */
  readonly fail = (reason: unknown): void => {
    this.failure = { reason };
    this.settle();
  };

  /** Rejects once no request is open any more. */
  settle(): void {
    if (this.failure && !this.isHedged && !this.isOver) {
      this.isOver = true;
      this.resolvers.reject(this.failure.reason);
    }
  }
}
