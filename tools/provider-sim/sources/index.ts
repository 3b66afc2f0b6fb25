import { plain } from './0-plain.js';
import { bestRowDies, equalRows, firstRowDead } from './1-master-rows.js';
import { define } from './2-define.js';
import { gzipNamed, gzipUnnamed } from './3-gzip.js';
import { growingVod, looseSyntax } from './4-loose-syntax.js';
import { listSetsCookie, redirectsToItself } from './5-cookies.js';
import { dataKeys, dataMap } from './6-data-uris.js';
import { staleList } from './13-stale-list.js';
import { tablesOnly } from './20-tables-only.js';
import { discontinuities, restarts } from './14-discontinuities.js';
import { lateAudio } from './15-late-audio.js';
import { silentRun } from './17-silent-run.js';
import { tables } from './20-tables.js';
import { rounded } from './24-rounded.js';
import { silence } from './27-silence.js';
import type { SourceScenario } from './source-spec.js';

export type { ClockedSource } from './clocked-source.js';
export { TABLES_FROM } from './20-tables.js';
export { SILENCE_COUNT } from './27-silence.js';
export { masterText, type MasterRow } from './master-text.js';
export { startSources, type Sources } from './start-sources.js';
export type { Reply, SourceRequest, SourceScenario, SourceSpec, Window } from './source-spec.js';

/** All sources of the end-to-end tests `sources-N`, in files `<N>-<name>.ts`. */
export const SOURCES: readonly SourceScenario[] = [
  plain,
  firstRowDead,
  equalRows,
  bestRowDies,
  define,
  gzipNamed,
  gzipUnnamed,
  looseSyntax,
  growingVod,
  listSetsCookie,
  redirectsToItself,
  dataKeys,
  dataMap,
  staleList,
  tablesOnly,
  discontinuities,
  restarts,
  lateAudio,
  silentRun,
  tables,
  rounded,
  silence,
];

/** The N of `sources-N`. */
export const numberOf = (name: string): string => name.split('-')[0] ?? '';
