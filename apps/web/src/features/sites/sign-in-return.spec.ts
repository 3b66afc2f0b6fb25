import { expect, it } from '@jest/globals';
import { readReturn } from './sign-in-return.js';

const read = (query: string): unknown => readReturn(new URLSearchParams(query));

it('tells that somebody is signed in, or why not', () => {
  expect(read('signed_in=twitch')).toEqual({ ok: true, site: 'twitch' });
  expect(read('sign_in_error=denied')).toEqual({ ok: false, fault: 'denied' });
});
it('takes a fault for a fault, whatever else stands there', () => {
  expect(read('signed_in=twitch&sign_in_error=unknown')).toEqual({ ok: false, fault: 'unknown' });
});
it('has nothing to tell on a plain visit', () => {
  expect(read('')).toBeNull();
});
it('shows no text that somebody put into a link', () => {
  expect(read('sign_in_error=Call%20this%20number')).toEqual({ ok: false, fault: 'failed' });
  expect(read('signed_in=Call%20this%20number')).toBeNull();
});
