import { expect, it } from '@jest/globals';
import { mediaPath } from './media-path.js';

it.each([
  ['/vods/ch/a.mp4', '/vods/ch/a.mp4'],
  ['/vods/ch/a%20b%C3%A4.mp4', '/vods/ch/a bä.mp4'],
  ['/vods/ch/100%25.mp4', '/vods/ch/100%.mp4'],
])('mediaPath decodes %p', (url, path) => {
  expect(mediaPath(url)).toBe(path);
});
it.each([
  '/vods/../x',
  '/vods/%2e%2e/x',
  '/vods/a%2f..%2f..%2fx',
  '/vods//x',
  '/vods/a%00.mp4',
  '/vods/a%5c..%5cx',
  '/vods/%FF',
  '/vods/%',
  '/vods/./x',
  '/vods/x/',
])('mediaPath refuses %p', (url) => {
  expect(mediaPath(url)).toBeNull();
});
