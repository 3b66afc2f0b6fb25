import { masterText, type MasterRow } from './master-text.js';
import type { Reply, SourceSpec } from './source-spec.js';

const BEST: MasterRow = { uri: 'best/index.m3u8', bandwidth: 3_000_000, resolution: '1280x720' };
const LOW: MasterRow = { uri: 'low/index.m3u8', bandwidth: 500_000 };
/** The best rendition dies here. */
const DIES_MS = 13_700;

/**
 * A master whose rows list the same segments.
 * @param isDead whether a row answers 404 at that time
 */
const rowsSource = (
  name: string,
  rows: readonly MasterRow[],
  isDead: (row: string, atMs: number) => boolean,
): SourceSpec => ({
  name,
  address: 'master.m3u8',
  answer: ({ path, atMs }, usual): Reply | Promise<Reply> => {
    if (path === 'master.m3u8') return { body: masterText(rows) };
    const [row = '', file] = path.split('/');
    return file === undefined || isDead(row, atMs) ? { status: 404 } : usual(file);
  },
});

/** The first and best row is dead. */
export const firstRowDead = (): SourceSpec => rowsSource('1-first-row-dead', [BEST, LOW], (row) => row === 'best');

/** Two equal rows, as for two delivery networks; the first one is dead. */
export const equalRows = (): SourceSpec =>
  rowsSource('1-equal-rows', [BEST, { ...BEST, uri: 'other/index.m3u8' }], (row) => row === 'best');

/** The best row dies during the recording. */
export const bestRowDies = (): SourceSpec => ({
  ...rowsSource('1-best-row-dies', [BEST, LOW], (row, atMs) => row === 'best' && atMs > DIES_MS),
  seconds: 30,
});
