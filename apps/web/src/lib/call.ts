import { type RouteDef, pathOf, SCRIPT_HEADER } from '#libs/contracts';
import { type z } from 'zod';
import { siteUrl } from './basepath.js';
import { readSettings } from './client-settings.js';
import { faultOf, isUnreachable, readAnswer, unreachable } from './fault.js';
import { type RequestTimeout, REQUEST_TIMEOUT_MS, withTimeout } from './request-timeout.js';
import { connectionState } from './connection-state.js';

type Data<R extends RouteDef> = z.infer<R['data']>;
interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Timeout of a GET request. Other methods have none, because after a timeout their result would be unknown. */
  readonly timeout?: RequestTimeout;
}
export interface Answer<D> {
  readonly data: D;
  readonly message: string;
}

/**
 * Calls a route with the session cookie. The client uses `fetch` for JSON only here.
 * @throws UserError: for a 4xx, with the server's code, message and fields; OutsideError: if the server is unavailable,
 *   does not answer in time, or fails
 */
export async function call<R extends RouteDef>(
  route: R,
  { params = {}, query = {}, body, timeout = 'thorough' }: Request = {},
): Promise<Answer<Data<R>>> {
  const search = new URLSearchParams(query).toString();
  const url = siteUrl(pathOf(route, params)) + (search === '' ? '' : `?${search}`);
  const requestedAt = performance.now();
  try {
    const answered = answerOf(route, await send({ route, url, body, timeout }));
    connectionState.touch();
    return answered;
  } catch (thrown) {
    if (isUnreachable(thrown)) connectionState.missed(requestedAt);
    else connectionState.touch();
    throw thrown;
  }
}

function answerOf<R extends RouteDef>(
  route: R,
  { response, answer }: Awaited<ReturnType<typeof send>>,
): Answer<Data<R>> {
  if (!response.ok && !isAnswer401(route, response, answer)) throw faultOf(response, answer);
  const message = typeof answer['message'] === 'string' ? answer['message'] : '';
  return { data: (route.shape === 'bare' ? answer : answer['data']) as Data<R>, message };
}

/**
 * `GET /auth/check` answers 401 with the same fields as 200 (docs/reference/v0-api.md#access). This is an answer, not a
 * failure.
 */
const isAnswer401 = (route: RouteDef, { status }: Response, answer: object): boolean =>
  status === 401 && route.shape === 'bare' && route.method === 'GET' && 'authenticated' in answer;

interface Question {
  readonly route: RouteDef;
  readonly url: string;
  readonly body: unknown;
  readonly timeout: RequestTimeout;
}

const send = ({ route: { method }, url, body, timeout }: Question) =>
  withTimeout(method === 'GET' ? REQUEST_TIMEOUT_MS[timeout] : null, async (signal, extend) => {
    const headers: Record<string, string> = {
      'accept': 'application/json',
      'x-language': readSettings().language,
      [SCRIPT_HEADER]: '1',
    };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const request = {
      method,
      headers,
      credentials: 'same-origin',
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    } as const;
    const response = await fetch(url, request).catch((thrown: unknown) => {
      throw unreachable(thrown);
    });
    if (method === 'GET') extend(REQUEST_TIMEOUT_MS.thorough);
    return { response, answer: await readAnswer(response) };
  });
