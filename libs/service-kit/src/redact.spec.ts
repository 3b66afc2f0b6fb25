import { OutsideError, untranslated } from '#libs/errors';
import { redactFields, redactText } from './redact.js';

it.each([
  ['rtsp://admin:hunter2@cam.lan/live', 'rtsp://[hidden]@cam.lan/live'],
  ['camera_1_rtsp://admin:hunter2@cam.lan/live', 'camera_1_rtsp://[hidden]@cam.lan/live'],
  ['GET http://h/x.m3u8?a=1&token=abc, then', 'GET http://h/x.m3u8?a=[hidden]&token=[hidden] then'],
  ['cannot load "https://h/x.m3u8?st-key-1": 403', 'cannot load "https://h/x.m3u8?[hidden]": 403'],
  ['PUT /b?X-Amz-Signature=0a1b&x=1', 'PUT /b?X-Amz-Signature=[hidden]&x=1'],
  ['Authorization: Bearer abcdefgh1234', 'Authorization: Bearer [hidden]'],
  ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [hidden]'],
  ['Authorization: OAuth abcdefgh1234', 'Authorization: OAuth [hidden]'],
  ['nothing secret at 12:30 in a/b', 'nothing secret at 12:30 in a/b'],
])('hides what looks like a secret in %s', (text, shown) => {
  expect(redactText(text)).toBe(shown);
});

it('hides secrets by the name of their field, at any depth', () => {
  expect(
    redactFields({
      password: 'a',
      s3: { secretKey: 'b', region: 'c' },
      sealedHeaders: 'd',
      list: [{ api_key: 'e' }],
      hasToken: true,
    }),
  ).toEqual({
    password: '[hidden]',
    s3: { secretKey: '[hidden]', region: 'c' },
    sealedHeaders: '[hidden]',
    list: [{ api_key: '[hidden]' }],
    hasToken: true,
  });
});

it('shows an error with its code, cause and no secret', () => {
  const error = new OutsideError(untranslated('away', 'cannot reach http://u:p@h'), {
    cause: new TypeError('inner'),
    data: { token: 't' },
  });
  expect(redactFields({ error })).toMatchObject({
    error: {
      code: 'away',
      message: 'cannot reach http://[hidden]@h',
      data: { token: '[hidden]' },
      cause: { message: 'inner' },
    },
  });
});

it('survives cycles, depth, dates, bytes and big numbers', () => {
  const loop: Record<string, unknown> = { at: new Date(0), n: 3n, bytes: new Uint8Array(4), run: () => 1 };
  loop['self'] = loop;
  expect(redactFields({ loop })).toEqual({
    loop: { at: '1970-01-01T00:00:00.000Z', n: 3, bytes: '[4 bytes]', run: undefined, self: '[cut]' },
  });
});

it('truncates a text after 8,192 characters', () => {
  expect(redactText('x'.repeat(9000))).toBe(`${'x'.repeat(8192)}…`);
});
