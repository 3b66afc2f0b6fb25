import type { SourceSpec } from './source-spec.js';
import { tablesOf } from './ts-filter.js';

/** Segments with media. */
export const TABLES_FROM = 8;

/** The publisher leaves, and the server goes on with segments of tables until its list disappears. */
export const tables = (): SourceSpec => ({
  name: '20-tables',
  seconds: 40,
  end: 'gone',
  bodyOf: (body, n) => (n < TABLES_FROM ? body : tablesOf(body)),
});

/** Nobody publishes: the list grows, and its segments hold only tables. It never counts as live. */
export const tablesOnly = (): SourceSpec => ({ name: '20-tables-only', isOffline: true, bodyOf: tablesOf });
