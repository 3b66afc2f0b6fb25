import { describe, expect, it } from '@jest/globals';
import { nginxFaults } from './proxies.check.mjs';

const HEADERS = [
  'proxy_set_header Host $host;',
  'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  'proxy_set_header X-Forwarded-Proto $scheme;',
  'proxy_set_header X-Forwarded-Host $host;',
  'proxy_set_header Forwarded "";',
];
const server = (outside: readonly string[], inside: readonly string[] = []): string =>
  ['server {', ...outside, 'location / {', ...inside, 'proxy_pass http://vodkeep;', '}', '}'].join('\n');

describe('an nginx configuration', () => {
  it('may set the headers around the location or in it', () => {
    expect(nginxFaults(server(HEADERS))).toEqual([]);
    expect(nginxFaults(server([], HEADERS))).toEqual([]);
  });

  it.each(HEADERS)('needs %s', (left) => {
    const [, name] = left.split(' ');
    expect(nginxFaults(server(HEADERS.filter((one) => one !== left)))).toEqual([
      `a proxy_pass without proxy_set_header ${name}`,
    ]);
  });

  it('loses the headers around a location that sets one of its own', () => {
    expect(nginxFaults(server(HEADERS, ['proxy_set_header Host $host;']))).toHaveLength(HEADERS.length - 1);
  });

  it('does not pass on what the caller sent', () => {
    const passed = HEADERS.map((one) => one.replace('Forwarded-Host $host', 'Forwarded-Host $http_x_forwarded_host'));
    expect(nginxFaults(server(passed))).toEqual(['proxy_set_header X-Forwarded-Host $http_x_forwarded_host']);
  });

  it('is not met by a comment', () => {
    expect(nginxFaults(server(HEADERS.map((one) => `# ${one}`)))).toHaveLength(HEADERS.length);
  });
});
