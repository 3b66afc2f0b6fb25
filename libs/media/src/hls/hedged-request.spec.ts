import { message } from '#libs/messages';
import { IdleClock } from '#libs/testkit';
import { expect, it } from '@jest/globals';
import { HttpError, type HttpAnswer, type HttpRequest } from '../http/http-port.js';
import { getHedged } from './hedged-request.js';

/** What each request does, in the order of the requests: after so many ms it answers or fails. */
type Plan = readonly { readonly ms: number; readonly fails?: boolean }[];

/** @returns the number of the request whose answer counts, and when */
async function hedged(plan: Plan): Promise<{ readonly by: string; readonly at: number }> {
  const clock = new IdleClock();
  let sent = 0;
  const get = async ({ signal, onHead }: HttpRequest): Promise<HttpAnswer> => {
    const n = sent++;
    const { ms, fails = false } = plan[n] ?? { ms: 0, fails: true };
    await clock.sleep(ms, signal);
    signal.throwIfAborted();
    if (fails) throw new HttpError(message('error.http-away.closed'));
    onHead?.();
    return { status: 200, headers: {}, url: String(n), body: { bytes: Buffer.alloc(0), release: () => undefined } };
  };
  const request = {
    ...{ url: 'http://site/live.m3u8', signal: new AbortController().signal },
    ...{ idleMs: 10_000, totalMs: 10_000, maxBytes: 1 },
  };
  const { url } = await clock.until(getHedged(request, { http: { get }, clock, afterMs: 2000, everyMs: 1000 }));
  return { by: url, at: clock.now() };
}

it.each<[string, Plan, { by: string; at: number }]>([
  ['the first one, if it is in time', [{ ms: 1900 }], { by: '0', at: 1900 }],
  ['a second one beside one that hangs', [{ ms: 10_000 }, { ms: 100 }], { by: '1', at: 2100 }],
  [
    'one after another beside one that hangs',
    [{ ms: 10_000 }, { ms: 500, fails: true }, { ms: 100 }],
    { by: '2', at: 3100 },
  ],
  [
    'the second one, although the first one fails meanwhile',
    [{ ms: 2300, fails: true }, { ms: 600 }],
    { by: '1', at: 2600 },
  ],
])('takes the answer of %s', async (_name, plan, expected) => {
  expect(await hedged(plan)).toEqual(expected);
});

it('fails as the first request does, once none is open', async () => {
  await expect(
    hedged([
      { ms: 2300, fails: true },
      { ms: 600, fails: true },
    ]),
  ).rejects.toThrow(HttpError);
});
