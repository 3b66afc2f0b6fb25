import { expect, it } from '@jest/globals';
import { OutsideError } from '#libs/errors';
import { message, type OwnMessage } from '#libs/messages';
import { HttpError } from '../http/http-port.js';
import { gapCauseOf } from './gap-cause.js';

it.each([
  ['a key that is huge', message('error.http-too-large', { n: 4 }), 'refused'],
  ['a key that is compressed', message('error.http-encoded', { encoding: 'gzip' }), 'refused'],
  ['a key that is not there yet', message('error.http-status', { status: 404 }), 'key-missing'],
  ['a key that has no room yet', message('error.http-no-room', { n: 4 }), 'key-missing'],
])('integrity-10 the cause of a gap by %s', (_name, fault: OwnMessage, cause) => {
  const failed = new OutsideError(message('error.key-missing.segment'), { cause: new HttpError(fault) });
  expect(gapCauseOf(failed)).toBe(cause);
});
