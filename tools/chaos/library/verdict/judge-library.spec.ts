import { expect, it } from '@jest/globals';
import { judgeLibrary, type LibraryRows, type StoredLibrary } from './judge-library.js';

const KEY = 'vods/a/files/f0/1.mp4';
const rows: LibraryRows = {
  vods: ['a'],
  files: [{ vod: 'a', key: KEY, sizeBytes: 7, libraryPath: 'ch/a.mp4' }],
  clips: ['c'],
  leftovers: [],
  due: [],
  openJobs: [],
};
const stored: StoredLibrary = {
  objects: new Map([
    [KEY, 7],
    ['clips/c/manifest.json', 2],
    ['tombstones/gone.json', 1],
    ['work/x', 1],
  ]),
  library: new Map([['ch/a.mp4', KEY]]),
};
const withObject = (key: string): StoredLibrary => ({ ...stored, objects: new Map([...stored.objects, [key, 1]]) });

it('finds no fault in a library that matches its rows', () => {
  expect(judgeLibrary(rows, stored)).toEqual([]);
  expect(
    judgeLibrary({ ...rows, files: [{ ...rows.files[0]!, libraryPath: null }] }, { ...stored, library: null }),
  ).toEqual([]);
});

it.each<[string, LibraryRows, StoredLibrary]>([
  ['1 objects without a row or a tombstone: vods/b/x', rows, withObject('vods/b/x')],
  ['1 objects without a row or a tombstone: clips/b/x', rows, withObject('clips/b/x')],
  ['1 objects of deleted VODs: vods/gone/x', rows, withObject('vods/gone/x')],
  ['1 tombstones of existing VODs: a', rows, withObject('tombstones/a.json')],
  ['1 files of existing VODs without a row: vods/a/files/f0/2.mp4', rows, withObject('vods/a/files/f0/2.mp4')],
  [`1 files missing on storage: ${KEY}`, rows, { ...stored, objects: new Map() }],
  [`1 files of another size: ${KEY}`, { ...rows, files: [{ ...rows.files[0]!, sizeBytes: 8 }] }, stored],
  [
    `1 files without a path in the library: ${KEY}`,
    { ...rows, files: [{ ...rows.files[0]!, libraryPath: null }] },
    { ...stored, library: new Map() },
  ],
  ['1 paths of the library without a file: ch/a.mp4', rows, { ...stored, library: new Map() }],
  ['1 paths of the library with another file: ch/a.mp4', rows, { ...stored, library: new Map([['ch/a.mp4', null]]) }],
  [
    '1 library files without a row: old/a.mp4',
    rows,
    {
      ...stored,
      library: new Map([
        ['ch/a.mp4', KEY],
        ['old/a.mp4', KEY],
      ]),
    },
  ],
  ['1 library paths that wait for removal: old/a.mp4', { ...rows, leftovers: ['old/a.mp4'] }, stored],
  ['1 VODs whose changes the library does not show yet: a', { ...rows, due: ['a'] }, stored],
  ['1 jobs that have not ended: delete_x RUNNING', { ...rows, openJobs: ['delete_x RUNNING'] }, stored],
])('reports %s', (fault, at, faulty) => {
  expect(judgeLibrary(at, faulty)).toEqual([fault]);
});
