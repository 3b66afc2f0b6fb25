import { expect, it } from '@jest/globals';
import { replaceChannelName } from './replace-channel-name.js';

it.each([
  ['quay_2026_quay', 'pier_2026_pier'],
  ['quayside_2026', 'quayside_2026'],
  ['The quay (late)', 'The pier (late)'],
  ['quay2', 'quay2'],
  ['Quay', 'Quay'],
  ['', ''],
])('%p becomes %p when the channel quay is renamed to pier', (before, after) => {
  expect(replaceChannelName(before, { from: 'quay', to: 'pier' })).toBe(after);
});

it('a name is replaced literally, not as a pattern, and the result is a valid name', () => {
  expect(replaceChannelName('a.b_x', { from: 'a.b', to: '$&' })).toBe('$&_x');
  expect(replaceChannelName('axb_x', { from: 'a.b', to: 'c' })).toBe('axb_x');
  expect(replaceChannelName(`q_${'x'.repeat(200)}`, { from: 'q', to: 'y'.repeat(60) })).toHaveLength(220);
});
