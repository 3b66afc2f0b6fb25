import * as sections from './sections.js';
import { type Section, type Setting } from './setting.js';

/** Every section with its chapter heading in docs/configuration.md, in reading order. */
export const CHAPTERS: readonly (readonly [title: string, section: Section])[] = [
  ['All services', sections.coreSection],
  ['Page and API', sections.httpSection],
  ['PostgreSQL (api)', sections.pgSection],
  ['NATS', sections.natsSection],
  ['Media storage', sections.storageSection],
  ['Secrets', sections.secretSection],
  ['Sites', sections.sitesSection],
  ['Recorder', sections.recorderSection],
  ['Converter', sections.converterSection],
  ['Workers on demand (api)', sections.workersSection],
  ['Disks of the control data (api)', sections.controlSection],
  ['Self-test (api)', sections.selfTestSection],
  ['One machine (`npm start`)', sections.supervisorSection],
];

const all: readonly Setting[] = CHAPTERS.flatMap(([, section]) => Object.values(section));
const names = new Set(all.flatMap((s) => (s.secret === true ? [s.env, `${s.env}_FILE`] : [s.env])));

/**
 * Whether a name is a known variable. Names of page settings are accepted here: `settingsFromEnv` checks them, and a
 * fault in them does not prevent the start.
 */
export const isKnownName = (name: string): boolean => names.has(name) || /^(VODKEEP_SETTING|TCD)_/.test(name);
