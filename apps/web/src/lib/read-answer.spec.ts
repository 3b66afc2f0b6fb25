import { expect, it } from '@jest/globals';
import { readAnswer } from './read-answer.js';

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
