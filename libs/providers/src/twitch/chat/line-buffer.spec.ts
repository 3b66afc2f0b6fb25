import { describe, expect, it } from '@jest/globals';
import { LineBuffer } from './line-buffer.js';

describe('lines over frames', () => {
  it('cuts a frame into its lines and joins a line of two frames, wherever it was cut', () => {
    const whole = 'A\r\nB b\r\n\r\nC\r\n';
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const buffer = new LineBuffer();
      expect([...buffer.push(whole.slice(0, cut)), ...buffer.push(whole.slice(cut))]).toEqual(['A', 'B b', 'C']);
    }
  });
  it('keeps back what has no end yet', () => {
    const buffer = new LineBuffer();
    expect(buffer.push('A')).toEqual([]);
    expect(buffer.push('\n')).toEqual(['A']);
  });
  it('forgets what never ends', () => {
    const buffer = new LineBuffer();
    buffer.push('x'.repeat(200_000));
    expect(buffer.push('\nA\n')).toEqual(['A']);
  });
});
