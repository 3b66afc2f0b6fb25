import { type FoundStorage } from '#libs/storage';
import { describe, expect, it } from '@jest/globals';
import { type KnownStorage } from '../../persistence/repositories/storage-identity.repository.js';
import { chooseStorage } from './choose-storage.js';

type Choice = ReturnType<typeof chooseStorage>;

const NEW: KnownStorage = { kind: 'new' };
const UNDECIDED: KnownStorage = { kind: 'undecided' };
const OURS: KnownStorage = { kind: 'id', id: 'ours' };
const NONE: FoundStorage = { kind: 'none' };
const UNNAMED: FoundStorage = { kind: 'unnamed' };
const OTHER: FoundStorage = { kind: 'named', id: 'other' };

const own = { known: NEW, announced: null, found: NONE, hasVods: false };

describe('an installation', () => {
  it.each<[string, Partial<Parameters<typeof chooseStorage>[0]>, Choice]>([
    ['the first storage that it finds', {}, { do: 'claim' }],
    ['the storage that it finds, if only its database is new', { found: OTHER }, { do: 'use', id: 'other' }],
    ['its own storage from before storages had ids', { found: UNNAMED, hasVods: true }, { do: 'claim' }],
    ['no empty storage after it has recorded', { hasVods: true }, { do: 'refuse' }],
    ['only its own storage, even if nothing is there', { known: OURS, hasVods: true }, { do: 'use', id: 'ours' }],
    [
      'only its own storage, even if another storage is there',
      { known: OURS, found: OTHER, announced: 'announced' },
      { do: 'use', id: 'ours' },
    ],
    [
      'the storage that its recorders still use, if the database was lost',
      { announced: 'announced' },
      { do: 'use', id: 'announced' },
    ],
    [
      'an empty storage on command of the operator, whatever the recorders use',
      { known: UNDECIDED, hasVods: true, announced: 'announced' },
      { do: 'claim' },
    ],
    [
      'another storage on command of the operator',
      { known: UNDECIDED, found: OTHER, hasVods: true },
      { do: 'use', id: 'other' },
    ],
  ])('uses %s', (_, question, choice) => {
    expect(chooseStorage({ ...own, ...question })).toEqual(choice);
  });
});
