import { expect, it } from '@jest/globals';
import { localizedOf } from '#libs/errors';
import { LANGUAGES, translate } from '#libs/messages';
import { busCall } from './bus-call.js';

it('names the failed operation only in the log, not in the message for the user', async () => {
  const thrown: unknown = await busCall('list dead letters', () => Promise.reject(new Error('timeout'))).catch(
    (error: unknown) => error,
  );
  expect(thrown).toMatchObject({ code: 'bus-unavailable', message: expect.stringContaining('list dead letters: ') });
  const texts = LANGUAGES.map((language) => translate(language, localizedOf(thrown)));
  expect(texts).toEqual(texts.map(() => expect.stringMatching(/NATS.*timeout/)));
  expect(texts.join()).not.toContain('dead letters');
});
