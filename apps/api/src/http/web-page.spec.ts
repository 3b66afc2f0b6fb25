import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { injectConfig, isPageAddress } from './web-page.js';

it('puts base and facts where the mark is, with a hash that the browser will find right', () => {
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

it.each(['/', '/dashboard', '/vodplayer?x', '/settings/deep', '/apiary'])('gives the page at %p', (path) => {
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
])('never at %s %s', (method, path) => {
  expect(isPageAddress(method, path, 'text/html')).toBe(false);
});
it('never to a caller that does not ask for html', () => {
  expect(isPageAddress('GET', '/dashboard', '*/*')).toBe(false);
  expect(isPageAddress('GET', '/dashboard', undefined)).toBe(false);
});
