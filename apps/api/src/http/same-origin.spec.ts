import { expect, it } from '@jest/globals';
import { isOwnPage, isSameOrigin } from './same-origin.js';

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

const get = {
  fetchSite: undefined,
  fetchDest: undefined,
  from: undefined,
  host,
  hasScriptHeader: false,
  publicAddress: '',
};

it.each([
  ['a page of Vodkeep', { ...get, fetchSite: 'same-origin', fetchDest: 'empty' }],
  ['a link on a page of Vodkeep', { ...get, fetchSite: 'same-origin', fetchDest: 'document' }],
  ['a page of Vodkeep in an old browser', { ...get, from: 'http://nas.local:8080/tools' }],
  [
    'a page of Vodkeep at its public address, behind a proxy that changes Host',
    { ...get, from: 'https://vod.example/tools', publicAddress: 'https://vod.example/dvr' },
  ],
  [
    'a page at the public address that calls another address of Vodkeep',
    { ...get, fetchSite: 'cross-site', from: 'https://vod.example/', publicAddress: 'https://vod.example' },
  ],
  ['a script with the header', { ...get, hasScriptHeader: true }],
])('isOwnPage accepts %s', (_, request) => {
  expect(isOwnPage(request)).toBe(true);
});

it.each([
  ['a program', get],
  ['a video on a page of Vodkeep', { ...get, fetchSite: 'same-origin', fetchDest: 'video' }],
  [
    'a picture on a page at the public address',
    { ...get, fetchDest: 'image', from: 'https://vod.example/', publicAddress: 'https://vod.example' },
  ],
  ['a link in a mail', { ...get, fetchSite: 'none' }],
  ['another site', { ...get, fetchSite: 'cross-site', from: 'https://evil.example/' }],
  ['another site that claims the Host', { ...get, fetchSite: 'cross-site', from: 'http://nas.local:8080/' }],
  ['another site in an old browser', { ...get, from: 'https://evil.example/' }],
  [
    'another port than the public address',
    { ...get, from: 'https://vod.example:1/', publicAddress: 'https://vod.example' },
  ],
  ['a sandboxed frame', { ...get, from: 'null', publicAddress: 'https://vod.example' }],
])('isOwnPage refuses %s', (_, request) => {
  expect(isOwnPage(request)).toBe(false);
});
