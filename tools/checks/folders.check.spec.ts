import { describe, expect, it } from '@jest/globals';
import { tableFaults } from './folders.check.mjs';

const FOLDERS = new Set(['low', 'mid', 'high']);

describe('a table of folders', () => {
  it('has no fault if all arrows lead down', () => {
    expect(tableFaults({ low: [], mid: ['low'], high: ['mid', 'low'] }, FOLDERS)).toEqual([]);
  });

  it('has a fault for each cycle, however long', () => {
    expect(tableFaults({ low: ['high'], mid: ['low'], high: ['mid'] }, FOLDERS)).toEqual([
      'cycle: low > high > mid > low',
    ]);
  });

  it('has a fault for a folder without files or without a row', () => {
    expect(tableFaults({ low: ['old'], mid: [], high: ['old'] }, FOLDERS)).toEqual([
      'the folder old has no files',
      'the folder old has no row',
    ]);
  });
});
