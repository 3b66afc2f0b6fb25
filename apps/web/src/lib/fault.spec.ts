import { expect, it } from '@jest/globals';
import { type UserError } from '#libs/errors';
import { faultOf, isLoginNeeded, isUnreachable, readAnswer, statusOf, faultText } from './fault.js';

const answer = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers });

it("keeps the server's words, code and fields of a 4xx", () => {
  const fault = faultOf(answer(409), {
    status: 'ERROR',
    message: 'There is one already.',
    code: 'duplicate-channel',
    fields: [{ path: 'url', message: 'has already been added' }, 'nonsense'],
  });
  expect(fault).toMatchObject({
    code: 'duplicate-channel',
    message: 'There is one already.',
    fields: [{ path: 'url', message: 'has already been added' }],
  });
  expect(statusOf(fault)).toBe(409);
});
it('says how long to wait after too many tries', () => {
  expect((faultOf(answer(429, { 'retry-after': '30' }), {}) as UserError).data['retryAfterS']).toBe(30);
});
it.each([502, 503, 504])('takes %d of a proxy for a server that is away', (status) => {
  expect(isUnreachable(faultOf(answer(status), {}))).toBe(true);
});
it.each([
  [502, 'site-refused', 'Twitch does not answer.'],
  [503, 'database-away', 'The database does not answer right now.'],
])('keeps what the server itself says with %d', (status, code, message) => {
  const fault = faultOf(answer(status), { status: 'ERROR', code, message });
  expect(isUnreachable(fault)).toBe(false);
  expect(faultText(fault, 'away')).toBe(message);
});
it('does not take a fault of the server for its absence', () => {
  expect(isUnreachable(faultOf(answer(500), { message: 'Something broke.' }))).toBe(false);
});
it('knows when a login is needed', () => {
  expect(isLoginNeeded(faultOf(answer(401), {}))).toBe(true);
  expect(isLoginNeeded(faultOf(answer(403), {}))).toBe(false);
});

const brokenOff = (): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"data": ['));
        controller.error(new TypeError('network error'));
      },
    }),
  );

it('takes an answer that breaks off for a server that is away, not for one with nothing in it', async () => {
  await expect(readAnswer(brokenOff())).rejects.toMatchObject({ code: 'api-unreachable' });
});
it('does not take a page of something else for an answer with nothing in it', async () => {
  await expect(readAnswer(new Response('<html>'))).rejects.toMatchObject({ code: 'not-json' });
});
it('passes over what a proxy says of its failure', async () => {
  await expect(readAnswer(new Response('<html>', { status: 502 }))).resolves.toEqual({});
});
it('reads an answer', async () => {
  await expect(readAnswer(new Response('{"data": 1}'))).resolves.toEqual({ data: 1 });
});
