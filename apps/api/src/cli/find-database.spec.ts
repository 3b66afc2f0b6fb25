import { expect, it } from '@jest/globals';
import { findDatabase, type FolderReader } from './find-database.js';

const folder = (files: Record<string, string>): FolderReader => ({
  list: () => ['nats', 'postgres-17', 'postgres-18', 'postgres-18.draft'],
  read: (file) => {
    const text = files[file];
    if (text === undefined) throw new TypeError('ENOENT');
    return text;
  },
});
const running = {
  'postgres.secret': 'p/w\n',
  'postgres-18/postmaster.pid': '4711\n/data/postgres-18\n1790000000\n43210\n\n127.0.0.1\n',
};

it('findDatabase uses the database address of the environment', () => {
  expect(findDatabase('postgres://h/d', './data', folder({}))).toBe('postgres://h/d');
});
it('findDatabase finds the database that runs in the data folder', () => {
  expect(findDatabase(null, './data', folder(running))).toBe('postgres://vodkeep:p%2Fw@127.0.0.1:43210/vodkeep');
});
it.each([
  ['the data folder has no database', {}],
  ['the database does not run', { 'postgres.secret': 'x' }],
  ['the pid file is truncated', { ...running, 'postgres-18/postmaster.pid': '4711\n' }],
])('findDatabase names the remedy if %s', (_, files) => {
  expect(() => findDatabase(null, './data', folder(files))).toThrow(/Start Vodkeep first.*VODKEEP_PG_URL/);
});
