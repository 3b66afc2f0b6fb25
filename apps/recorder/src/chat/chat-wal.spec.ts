import { objectKeys } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import { walName, walPlaceOf } from './chat-wal.js';

describe('the name of a WAL file', () => {
  it.each([
    objectKeys.chat('6d7fab8d-57c6-490a-bcc7-690263fc73f4', '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    objectKeys.chatDumpRun(objectKeys.chatDump('a'), 'b'),
  ])('contains the place of its chunk: %s', (folder) => {
    expect(walName({ folder, n: 12 })).not.toContain('/');
    expect(walPlaceOf(walName({ folder, n: 12 }))).toEqual({ folder, n: 12 });
  });
  it('is readable in the form of earlier versions', () => {
    expect(walPlaceOf('v~p~3.ndjson')).toEqual({ folder: objectKeys.chat('v', 'p'), n: 3 });
  });
  it.each(['odd.txt', '3.ndjson', '~3.ndjson', '%E0%A4~3.ndjson'])('is foreign: %s', (name) => {
    expect(walPlaceOf(name)).toBeNull();
  });
});
