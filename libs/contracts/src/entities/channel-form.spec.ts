import { fieldMessage } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { ChannelEdit } from './channel-form.js';

const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';

it.each<readonly [keyof ChannelEdit, string, unknown]>([
  ['source_headers', 'Referer: https://h/\r\n\r\n X-Key:a ', ['Referer: https://h/', 'X-Key:a']],
  ['source_hosts', 'CDN.example:443, other:8443\n[::1]:80', ['cdn.example:443', 'other:8443', '[::1]:80']],
  ['source_fingerprints', `sha256 Fingerprint=${Array(32).fill('AB').join(':')}`, ['ab'.repeat(32)]],
  ['source_ca', ` ${PEM}\n${PEM} `, `${PEM}\n${PEM}`],
])('sources-7 reads %s as an operator pastes it', (field, pasted, expected) => {
  expect(ChannelEdit.parse({ [field]: pasted })).toEqual({ [field]: expected });
});

it.each<readonly [string, string, Parameters<typeof fieldMessage>[0]]>([
  ['source_headers', 'no colon', 'field.header-line'],
  ['source_headers', 'X-Empty:', 'field.header-line'],
  ['source_headers', 'X-Key: a\rHost: b', 'field.header-line'],
  ['source_headers', 'Transfer-Encoding: chunked', 'field.header-own'],
  ['source_hosts', 'https://cdn.example/', 'field.host'],
  ['source_fingerprints', 'AB:CD', 'field.fingerprint'],
  ['source_ca', PEM.replaceAll('CERTIFICATE', 'PRIVATE KEY'), 'field.certificate'],
])('sources-7 refuses %s: %j, and names the field', (field, value, key) => {
  const { error } = ChannelEdit.safeParse({ [field]: value });
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([[field, fieldMessage(key as never)]]);
});
