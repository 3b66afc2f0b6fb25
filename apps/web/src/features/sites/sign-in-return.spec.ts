import { expect, it } from '@jest/globals';
import { readReturn } from './sign-in-return.js';

const read = (query: string): unknown => readReturn(new URLSearchParams(query));

it('tells that somebody is signed in, or why not', () => {
  expect(read('signed_in=a-site')).toEqual({ ok: true, text: 'a-site' });
  expect(read('sign_in_error=You%20did%20not%20allow%20it.')).toEqual({ ok: false, text: 'You did not allow it.' });
});
it('takes a fault for a fault, whatever else stands there', () => {
  expect(read('signed_in=a-site&sign_in_error=no')).toMatchObject({ ok: false });
});
it('has nothing to tell on a plain visit', () => {
  expect(read('')).toBeNull();
});
it('shows no novel that somebody put into a link', () => {
  expect(readReturn(new URLSearchParams({ sign_in_error: 'x'.repeat(9000) }))?.text).toHaveLength(500);
});
