import { type ChannelEdit, HLS_KIND, NO_ACCESS, type SourceAccess } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { accessAt, splitAccess, withAccessOf } from './source-access-form.js';

const STORED: SourceAccess = { ...NO_ACCESS, login: 'Basic eA==', headers: { referer: 'r', token: 't' }, ca: 'PEM' };
const take = (form: ChannelEdit, stored = STORED) => splitAccess(form, HLS_KIND, stored);

it('sources-7 keeps masked values, replaces others, and shows no secret', () => {
  const { form, access } = take({ source_headers: ['Token: ********', 'X-Key: new'], source_ca: '********' });
  expect(access).toMatchObject({ login: 'Basic eA==', headers: { 'token': 't', 'x-key': 'new' }, ca: 'PEM' });
  expect(form).toEqual({
    source_headers: ['token: ********', 'x-key: ********'],
    source_ca: '********',
  });
});

it.each<readonly [string, string, ChannelEdit]>([
  ['a mask without a stored header', 'masked-address', { source_headers: ['Cookie: ********'] }],
  ['a mask without a stored certificate', 'masked-address', { source_ca: '********' }],
  [
    'what is no certificate',
    'bad-certificate',
    { source_ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
  ],
])('sources-7 refuses %s', (_, code, form) => {
  const [path] = Object.keys(form);
  expect(() => take(form, NO_ACCESS)).toThrow(
    expect.objectContaining({ code, fields: [expect.objectContaining({ path })] }),
  );
});

it('sources-7 refuses headers for a channel of a site', () => {
  expect(() => splitAccess({ source_headers: ['A: b'] }, 'twitch', NO_ACCESS)).toThrow(
    expect.objectContaining({ code: 'fixed-field' }),
  );
});

it.each([
  ['https://host/other.m3u8', STORED],
  [null, STORED],
  ['https://other/live.m3u8', NO_ACCESS],
  ['http://host/live.m3u8', NO_ACCESS],
])('sources-7 lets no secret follow to another origin: %s', (address, expected) => {
  expect(accessAt(STORED, 'https://host/live.m3u8', address)).toBe(expected);
});

it('sources-7 takes no two texts without an origin for the same one', () => {
  expect(accessAt(STORED, 'file:///a', 'file:///b')).toBe(NO_ACCESS);
  expect(accessAt(STORED, 'no address', 'another')).toBe(NO_ACCESS);
});

it('sources-7 an import keeps the access of the existing channel', () => {
  const fromFile: ChannelEdit = { priority: 3, source_headers: ['a: ********'] };
  expect(withAccessOf(fromFile)).toEqual({ priority: 3 });
  expect(withAccessOf(fromFile, { source_hosts: ['cdn'] })).toEqual({ priority: 3, source_hosts: ['cdn'] });
});
