import { describe, expect, it } from '@jest/globals';
import { strokeText, wrapped } from './stroke-font.js';

describe('letters of strokes', () => {
  it('break lines between words, and never within one', () => {
    expect(wrapped('Software and Game Development', 26, 245)).toEqual(['Software', 'and Game', 'Development']);
    expect(wrapped('Donaudampfschiff', 26, 10)).toEqual(['Donaudampfschiff']);
  });

  it('leave blanks where they have no letter', () => {
    const place = { x: 0, y: 0, height: 6, color: '#fff' };
    expect(strokeText('l你l', place)).toBe(strokeText('L L', place));
    expect(strokeText('', place)).toContain('d=""');
  });

  it('stand in the middle of where they are put', () => {
    expect(strokeText('I', { x: 50, y: 0, height: 6, color: '#fff', anchor: 'middle' })).toContain(
      'M50.00 0.00L50.00 6.00',
    );
  });
});
