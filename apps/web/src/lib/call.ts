import { type RouteDef, pathOf } from '#libs/contracts';
import { type z } from 'zod';
import { siteUrl } from './basepath.js';
import { faultOf, unreachable } from './fault.js';
import { readSettings } from './client-settings.js';

type Data<R extends RouteDef> = z.infer<R['data']>;
interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
export interface Answer<D> {
  readonly data: D;
  readonly message: string;
}

/**
 * One call of a route, with the session cookie. The only `fetch` of JSON in the client.
 * @throws UserError for a 4xx, with the server's code, message and fields; OutsideError when the server is away or
 *   fails
 */
export async function call<R extends RouteDef>(
  route: R,
  { params = {}, query = {}, body }: Request = {},
): Promise<Answer<Data<R>>> {
  const search = new URLSearchParams(query).toString();
  const response = await send(route, siteUrl(pathOf(route, params)) + (search === '' ? '' : `?${search}`), body);
  const answer = await readJson(response);
  if (!response.ok && !isAnswer401(route, response, answer)) throw faultOf(response, answer);
  const message = typeof answer['message'] === 'string' ? answer['message'] : '';
  return { data: (route.shape === 'bare' ? answer : answer['data']) as Data<R>, message };
}

/** "Who am I" answers 401 with the same fields (reference-run.md (b)): an answer, not a failure. */
const isAnswer401 = (route: RouteDef, { status }: Response, answer: object): boolean =>
  status === 401 && route.shape === 'bare' && route.method === 'GET' && 'authenticated' in answer;

async function send(route: RouteDef, url: string, body: unknown): Promise<Response> {
  const headers: Record<string, string> = { 'accept': 'application/json', 'x-language': readSettings().language };
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(url, {
      method: route.method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (thrown) {
    throw unreachable(thrown);
  }
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const json: unknown = await response.json();
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
