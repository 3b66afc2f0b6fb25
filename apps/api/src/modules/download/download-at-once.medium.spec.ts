import 'reflect-metadata';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';

jest.setTimeout(60_000);

const past = { videos: [{ id: '801', title: 'Boats', agoS: 86_400, seconds: 40, streamId: '4000801', chapters: [] }] };

let test: TwitchTestApp;
beforeAll(async () => {
  test = await TwitchTestApp.open({ channels: [onTwitch('kept', '74000001', { past })] });
  await test.follow('kept');
});
afterAll(() => test.stop());

it('a video that is requested several times at once is downloaded once, and the other requests are refused', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => test.app.call('GET', '/channels/kept/download/801')),
  );
  expect(answers.map(({ status, body }) => `${status} ${body.code ?? 'OK'}`).sort()).toEqual([
    '200 OK',
    '409 video-known',
    '409 video-known',
    '409 video-known',
  ]);
});
