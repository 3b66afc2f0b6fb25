import { describe, expect, it } from '@jest/globals';
import { type RequestOrigin, isFromLoopback } from './loopback.js';

const request = (over: Partial<RequestOrigin> & { from?: string } = {}): RequestOrigin => ({
  headers: { host: 'localhost:8080', ...over.headers },
  httpVersion: over.httpVersion ?? '1.1',
  socket: { remoteAddress: over.from ?? '127.0.0.1' },
});

describe('the caller is on the machine itself', () => {
  it.each([
    ['127.0.0.1', 'localhost:8080'],
    ['::1', '[::1]:8080'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['127.9.9.9', 'LOCALHOST'],
  ])('from %s by the name %s', (from, host) => {
    expect(isFromLoopback(request({ from, headers: { host } }))).toBe(true);
  });

  it('with a loopback origin of the browser', () => {
    expect(
      isFromLoopback(request({ headers: { origin: 'http://localhost:8080', referer: 'http://127.0.0.1:8080/x' } })),
    ).toBe(true);
  });
});

describe('the caller is not on the machine', () => {
  it.each(['192.168.1.5', '10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '', '1270.0.0.1', '127.0.0.1.example'])(
    'from %p',
    (from) => {
      expect(isFromLoopback(request({ from }))).toBe(false);
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example',
    'localhost:8080@evil',
    '127.0.0.1.nip.io',
    '0.0.0.0:8080',
    '',
    'nas.local',
  ])('by the name %p (rebinding)', (host) => {
    expect(isFromLoopback(request({ headers: { host } }))).toBe(false);
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'localhost'],
    ['forwarded', 'for=127.0.0.1'],
    ['x-real-ip', '127.0.0.1'],
    ['via', '1.1 proxy'],
    ['x-forwarded', '127.0.0.1'],
    ['x-original-forwarded-for', '127.0.0.1'],
    ['x-cluster-client-ip', '127.0.0.1'],
  ])('behind a proxy that sends %s', (name, value) => {
    expect(isFromLoopback(request({ headers: { host: 'localhost', [name]: value } }))).toBe(false);
  });

  it('behind a proxy without forwarding headers (nginx by default)', () => {
    expect(isFromLoopback(request({ httpVersion: '1.0' }))).toBe(false);
    expect(isFromLoopback(request({ headers: { origin: 'http://nas.local' } }))).toBe(false);
    expect(isFromLoopback(request({ headers: { referer: 'http://nas.local/page' } }))).toBe(false);
    expect(isFromLoopback(request({ headers: { origin: 'null' } }))).toBe(false);
  });
});
