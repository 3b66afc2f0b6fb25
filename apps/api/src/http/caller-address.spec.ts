import { describe, expect, it } from '@jest/globals';
import { callerAddress, limitKey } from './caller-address.js';

const from = (remoteAddress: string, forwardedFor?: string) => ({
  headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  socket: { remoteAddress },
});

describe('the address of a caller', () => {
  it.each([
    ['the socket, without trust', 0, '1.1.1.1', '10.0.0.9'],
    ['the socket, without the header', 1, undefined, '10.0.0.9'],
    ['the right-most entry behind one proxy', 1, '6.6.6.6, 2.2.2.2', '2.2.2.2'],
    ['the second from the right behind two', 2, '6.6.6.6, 2.2.2.2, 10.0.0.8', '2.2.2.2'],
    ['the left-most if there are fewer', 2, '2.2.2.2', '2.2.2.2'],
    ['the socket, if the entry is no address', 1, '2.2.2.2, unknown', '10.0.0.9'],
    ['an entry with a port', 1, '2.2.2.2:4711', '2.2.2.2'],
    ['an entry in brackets', 1, '[2001:db8::7]:4711', '2001:db8::7'],
    ['IPv4 inside IPv6', 1, '::ffff:7f00:2', '127.0.0.2'],
  ])('is %s', (...[, trust, header, expected]) => {
    expect(callerAddress(from('::ffff:10.0.0.9', header), trust)).toBe(expected);
  });
});

describe('limits count as one', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.3.4', 'loopback'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['', 'unknown'],
  ])('%s is %s', (address, key) => {
    expect(limitKey(address)).toBe(key);
  });
});
