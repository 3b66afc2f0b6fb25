import { expect, it } from '@jest/globals';
import { browserName } from './browser-name.js';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML) Chrome/140.0 Mobile Safari/537.36', 'Chrome, Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari, iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML) HeadlessChrome/140.0 Safari/537.36', 'Chrome, Linux'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['x'.repeat(60), 'x'.repeat(40)],
  ['', ''],
])('%s is %s', (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
