import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { injectConfig, isPageAddress } from './web-page.js';

it('inserts basepath and page data at the placeholder, with a valid script hash', () => {
  const { html, scriptHashes } = injectConfig('<head><!--vodkeep--><link href="assets/a.css"></head>', {
    basepath: '/d"v',
    version: '</script>$&',
  });
  expect(html).toContain('<base href="/d&quot;v/">');
  const script = /<script>(.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(script).not.toContain('</');
  expect(scriptHashes).toEqual([`'sha256-${createHash('sha256').update(script).digest('base64')}'`]);
  expect(html.endsWith('<link href="assets/a.css"></head>')).toBe(true);
});

it.each(['/', '/dashboard', '/vodplayer?x', '/settings/deep', '/apiary'])('serves the page at %p', (path) => {
  expect(isPageAddress('GET', path, 'text/html,*/*')).toBe(true);
});
it.each([
  ['GET', '/api/v0/nothing'],
  ['GET', '/api'],
  ['GET', '/API/v0/nothing'],
  ['GET', '/vods/x/y.mp4'],
  ['GET', '/cache/thumbs/x.jpg'],
  ['GET', '/saved_clips/x'],
  ['GET', '/socket/'],
  ['GET', '/assets/gone.js'],
  ['POST', '/dashboard'],
])('does not serve the page at %s %s', (method, path) => {
  expect(isPageAddress(method, path, 'text/html')).toBe(false);
});
it('does not serve the page to a caller that does not accept html', () => {
  expect(isPageAddress('GET', '/dashboard', '*/*')).toBe(false);
  expect(isPageAddress('GET', '/dashboard', undefined)).toBe(false);
});
