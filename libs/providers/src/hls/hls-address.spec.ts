import { readHlsAddress } from './hls-address.js';

const thrownBy = (address: string): unknown => {
  try {
    return readHlsAddress(address);
  } catch (error) {
    return error;
  }
};

it('takes the login out of the address, unescaped', () => {
  const { authorization, sourceUrl } = readHlsAddress('http://cam:50%25%20off@host/live.m3u8');
  expect(authorization).toBe(`Basic ${Buffer.from('cam:50% off').toString('base64')}`);
  expect(sourceUrl).toBe('http://host/live.m3u8');
});

it.each(['http://cam:50%@host/live.m3u8', 'http://c%zz:x@host/live.m3u8', 'http://cam:%E0%A4@host/live.m3u8'])(
  'refuses a login with a stray percent sign, on the field: %s',
  (address) => {
    const error = thrownBy(address);
    expect(error).toMatchObject({ code: 'source-unreachable', fault: 'user', fields: [{ path: 'url' }] });
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('cam');
  },
);

it.each(['', 'live.m3u8', 'http://', 'rtmp://host/live', 'file:///etc/passwd'])(
  'refuses what is no web address: "%s"',
  (address) => {
    expect(thrownBy(address)).toMatchObject({ code: 'source-unreachable', fields: [{ path: 'url' }] });
  },
);
