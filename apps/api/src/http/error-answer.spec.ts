import { BugError, OutsideError, untranslated, UserError } from '#libs/errors';
import { english, message } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { errorAnswer } from './error-answer.js';
import { redactPaths } from '../platform/redact-paths.js';

const FOLLOWED = message('error.duplicate-channel', { field: 'url', fault: message('field.followed-already') });

describe('the answer to an error', () => {
  it('of a user error has code, status and each field', () => {
    const answer = errorAnswer(
      new UserError(FOLLOWED, { status: 409, fields: [{ path: 'url', message: message('field.followed-already') }] }),
    );
    expect(answer).toEqual({
      httpStatus: 409,
      body: {
        status: 'ERROR',
        message: FOLLOWED,
        code: 'duplicate-channel',
        fields: [{ path: 'url', message: message('field.followed-already') }],
      },
    });
  });

  it('of an outside error is a 502 without local paths', () => {
    const { httpStatus, body } = errorAnswer(
      new OutsideError(untranslated('file-unreadable', "cannot open '/home/op/data/x.ts' of https://site/live/x.m3u8")),
    );
    expect(httpStatus).toBe(502);
    expect(english(body.message)).toBe("cannot open '<path>' of https://site/live/x.m3u8");
  });

  it.each([
    new BugError('x', 'secret detail'),
    new TypeError('secret detail'),
    'secret detail',
    null,
    undefined,
    42,
    { message: 'secret detail' },
    { status: 200 },
  ])('of a bug does not reveal %p', (thrown) => {
    const { httpStatus, body } = errorAnswer(thrown);
    expect(httpStatus).toBe(500);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it.each(['ECONNREFUSED', '57P01', '08006', '53300'])('reports an unavailable database for %s', (code) => {
    expect(errorAnswer(Object.assign(new TypeError('x'), { code }))).toMatchObject({
      httpStatus: 503,
      retryAfterS: 5,
      body: { code: 'database-away' },
    });
  });

  it('does not repeat the message of the body parser', () => {
    expect(
      errorAnswer(
        Object.assign(new SyntaxError('Unexpected token in /srv/x'), { status: 400, type: 'entity.parse.failed' }),
      ).body,
    ).toEqual({ status: 'ERROR', code: 'malformed-json', message: message('error.malformed-json') });
  });
});

it.each([
  ['/srv/a/b.mp4: no', '<path>: no'],
  ['see file:///srv/a/b', 'see <path>'],
  ['GET /api/v0/vod', 'GET /api/v0/vod'],
  ['a/b and 1/2', 'a/b and 1/2'],
  ['rtmp://h/a/b', 'rtmp://h/a/b'],
])('redactPaths turns %p into %p', (text, clean) => {
  expect(redactPaths(text)).toBe(clean);
});
