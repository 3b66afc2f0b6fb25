import { type FoundStorage } from '#libs/storage';
import { describe, expect, it } from '@jest/globals';
import { type KnownStorage } from '../../persistence/repositories/storage-identity.repository.js';
import { chooseStorage } from './choose-storage.js';

type Choice = ReturnType<typeof chooseStorage>;

const NEW: KnownStorage = { kind: 'new' };
const UNDECIDED: KnownStorage = { kind: 'asked' };
const OURS: KnownStorage = { kind: 'id', id: 'ours' };
const NONE: FoundStorage = { kind: 'none' };
const UNNAMED: FoundStorage = { kind: 'unnamed' };
const OTHER: FoundStorage = { kind: 'named', id: 'other' };

const own = { known: NEW, announced: null, found: NONE, hasVods: false };

describe('which storage an installation uses', () => {
  it.each<[string, Partial<Parameters<typeof chooseStorage>[0]>, Choice]>([
    ['the first one it sees', {}, { do: 'claim' }],
    ['the one that is there, when only the database is new', { found: OTHER }, { do: 'use', id: 'other' }],
    ['its own of before there were ids', { found: UNNAMED, hasVods: true }, { do: 'claim' }],
    ['no empty one, when it has recorded before', { hasVods: true }, { do: 'refuse' }],
    ['its own, whatever is there', { known: OURS, hasVods: true }, { do: 'use', id: 'ours' }],
    [
      'its own, also where another stands',
      { known: OURS, found: OTHER, announced: 'announced' },
      { do: 'use', id: 'ours' },
    ],
    [
      'the one that its recorders go on with, when the database was lost',
      { announced: 'announced' },
      { do: 'use', id: 'announced' },
    ],
    [
      'an empty one that the operator wants, whatever the recorders know',
      { known: UNDECIDED, hasVods: true, announced: 'announced' },
      { do: 'claim' },
    ],
    [
      'another one that the operator wants',
      { known: UNDECIDED, found: OTHER, hasVods: true },
      { do: 'use', id: 'other' },
    ],
  ])('is %s', (_, question, choice) => {
    expect(chooseStorage({ ...own, ...question })).toEqual(choice);
  });
});
