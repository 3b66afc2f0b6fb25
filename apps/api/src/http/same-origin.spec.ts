import { expect, it } from '@jest/globals';
import { isSameOrigin } from './same-origin.js';

const host = 'nas.local:8080';

it.each([
  ['a program', { origin: undefined, fetchSite: undefined, host }],
  ['a page of Vodkeep', { origin: 'http://nas.local:8080', fetchSite: undefined, host }],
  [
    'a page of Vodkeep behind a proxy that changes Host',
    { origin: 'https://vod.example', fetchSite: 'same-origin', host: '127.0.0.1:8080' },
  ],
  ['an address typed by hand', { origin: undefined, fetchSite: 'none', host }],
  [
    'a page of Vodkeep on the default port',
    { origin: 'https://vod.example', fetchSite: undefined, host: 'vod.example:443' },
  ],
])('isSameOrigin accepts %s', (_, request) => {
  expect(isSameOrigin(request)).toBe(true);
});

it.each([
  ['another site', { origin: 'https://evil.example', fetchSite: 'cross-site', host }],
  ['another port of the same machine', { origin: 'http://nas.local:3000', fetchSite: 'same-site', host }],
  ['another site in an old browser', { origin: 'https://evil.example', fetchSite: undefined, host }],
  ['another port in an old browser', { origin: 'http://nas.local:3000', fetchSite: undefined, host }],
  ['a sandboxed frame', { origin: 'null', fetchSite: undefined, host }],
  ['a browser without Host', { origin: 'http://nas.local', fetchSite: undefined, host: undefined }],
])('isSameOrigin refuses %s', (_, request) => {
  expect(isSameOrigin(request)).toBe(false);
});
