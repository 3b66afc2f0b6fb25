import { describe, expect, it } from '@jest/globals';
import { type Assignment } from '#libs/contracts';
import { Keyring } from '#libs/service-kit';
import { SourceSecrets } from './source-secrets.js';

const sealer = Keyring.parse(Keyring.newEntry()).purpose('source');
const assignment = (sourceUrl: string, sealedHeaders: string | null = null): Assignment =>
  ({ channelUuid: 'c', sourceUrl, sealedHeaders }) as Assignment;

describe('SourceSecrets', () => {
  it('returns a plain address unchanged', () => {
    expect(new SourceSecrets(null).of(assignment('http://h/a.m3u8?x=1'))).toEqual({
      url: 'http://h/a.m3u8?x=1',
      headers: {},
    });
  });
  it('moves user info from the address into a header', () => {
    expect(new SourceSecrets(null).of(assignment('http://me:p%40ss@h/a'))).toEqual({
      url: 'http://h/a',
      headers: { authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}` },
    });
  });
  it('opens sealed headers and a sealed address of the same channel', () => {
    const sealed = assignment(sealer.seal('c', 'http://h/a'), sealer.seal('c', '{"authorization":"Basic eA=="}'));
    expect(new SourceSecrets(sealer).of(sealed)).toEqual({
      url: 'http://h/a',
      headers: { authorization: 'Basic eA==' },
    });
  });
  it('sources-7 opens the access of a channel: its login and its headers, and where they go', () => {
    const access = {
      login: 'Basic eA==',
      headers: { referer: 'https://h/' },
      hosts: ['cdn.h'],
      fingerprints: ['ab'],
      ca: '',
    };
    const sealed = assignment('http://h/a', sealer.seal('c', JSON.stringify(access)));
    expect(new SourceSecrets(sealer).of(sealed).headers).toEqual({
      authorization: 'Basic eA==',
      referer: 'https://h/',
    });
    expect(new SourceSecrets(sealer).accessOf(sealed)).toEqual(access);
  });
  it('compares what is sealed, not its envelopes', () => {
    const secrets = new SourceSecrets(sealer);
    const at = (url: string, token: string) =>
      secrets.comparable(assignment(sealer.seal('c', url), sealer.seal('c', `{"authorization":"${token}"}`)));
    expect(at('http://h/a', 't')).toEqual(at('http://h/a', 't'));
    expect(at('http://h/a', 't')).not.toEqual(at('http://h/b', 't'));
    expect(at('http://h/a', 't')).not.toEqual(at('http://h/a', 'u'));
    expect(secrets.comparable(assignment('http://h/a'))).toEqual(
      secrets.comparable(assignment(sealer.seal('c', 'http://h/a'))),
    );
    expect(new SourceSecrets(null).comparable(assignment('v1.envelope', 'v1.headers'))).toEqual({
      url: 'v1.envelope',
      access: 'v1.headers',
    });
  });

  it.each([
    ['no-key', new SourceSecrets(null), assignment('http://h/a', sealer.seal('c', '{}'))],
    ['broken-seal', new SourceSecrets(sealer), assignment('http://h/a', sealer.seal('another', '{}'))],
    ['bad-source', new SourceSecrets(null), assignment('no address')],
  ])('says %s', (code, secrets, of) => {
    expect(() => secrets.of(of)).toThrow(expect.objectContaining({ code }));
  });
});
