import { OutsideError, untranslated } from '#libs/errors';
import { Agent, request, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { quantile } from '../measure/quantile.js';

/**
 * Milliseconds of one kind of request, from sending it to the last byte of the response; `bytes` is the size of the
 * largest response, decompressed.
 */
export interface Timing {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly bytes: number;
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly isPacked: boolean;
}

/** Untimed requests before each turn. */
const WARM_UP_REQUESTS = 10;
/** Timed requests of one kind before the next kind has its turn. */
const REQUESTS_PER_TURN = 50;
/**
 * The Accept-Encoding of a browser over plain HTTP. The response is not decompressed while it is timed: a browser does
 * that in a process of its own, and here its garbage collection would count as the server's time.
 */
const ENCODINGS = 'gzip, deflate';

/** One kind of request: returns the path of the nth request. */
export type PathOf = (n: number) => string;

/**
 * Sends each kind of request in turn, repeatedly, so that other load on the machine affects all kinds equally.
 * @param count how many requests of each kind are timed, after some untimed ones
 * @throws OutsideError `bench-api`: when a response does not have status 200
 */
export async function timeAll<Kind extends string>(
  installation: string,
  pathOf: Readonly<Record<Kind, PathOf>>,
  count: number,
): Promise<Record<Kind, Timing>> {
  const kinds = Object.keys(pathOf) as Kind[];
  const took = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  const bytes = new Map<Kind, number>();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let from = 0; from < count; from += REQUESTS_PER_TURN) {
      for (const kind of kinds) {
        const urlOf = (n: number): string => `${installation}${pathOf[kind](n)}`;
        bytes.set(kind, Math.max(bytes.get(kind) ?? 0, await warmUp(urlOf, from, agent)));
        took
          .get(kind)
          ?.push(...(await timeTurn(urlOf, { from, to: Math.min(count, from + REQUESTS_PER_TURN) }, agent)));
      }
    }
  } finally {
    agent.destroy();
  }
  const timingOf = (kind: Kind): Timing => ({
    p50Ms: quantile(took.get(kind) ?? [], 0.5),
    p95Ms: quantile(took.get(kind) ?? [], 0.95),
    bytes: bytes.get(kind) ?? 0,
  });
  return Object.fromEntries(kinds.map((kind) => [kind, timingOf(kind)])) as Record<Kind, Timing>;
}

/** @returns the size of the largest response, decompressed */
async function warmUp(urlOf: PathOf, from: number, agent: Agent): Promise<number> {
  let bytes = 0;
  for (let n = from; n < from + WARM_UP_REQUESTS; n += 1)
    bytes = Math.max(bytes, decompress(requireOk(urlOf(n), await send(urlOf(n), agent))).byteLength);
  return bytes;
}

async function timeTurn(
  urlOf: PathOf,
  { from, to }: { readonly from: number; readonly to: number },
  agent: Agent,
): Promise<number[]> {
  const took: number[] = [];
  for (let n = from; n < to; n += 1) {
    const began = performance.now();
    const answer = await send(urlOf(n), agent);
    took.push(performance.now() - began);
    requireOk(urlOf(n), answer);
  }
  return took;
}

function send(url: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { 'accept-encoding': ENCODINGS } }, (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks),
          isPacked: response.headers['content-encoding'] === 'gzip',
        });
      });
    });
    sent.on('error', reject).end();
  });
}

const decompress = ({ body, isPacked }: Answer): Buffer => (isPacked ? gunzipSync(body) : body);

function requireOk(url: string, answer: Answer): Answer {
  if (answer.status !== 200)
    throw new OutsideError(
      untranslated(
        'bench-api',
        `${url}: ${String(answer.status)} ${decompress(answer).toString('utf8').slice(0, 300)}`,
      ),
    );
  return answer;
}
