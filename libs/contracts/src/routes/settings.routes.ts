import { z } from 'zod';
import { localized } from '../localized.js';
import { ImportReport, SettingsFile } from '../settings/settings-file.js';
import { defineRoute, YesNo } from './route.js';

/** Usage of a site's webhook limit (docs/reference/v0-api.md). */
const Quota = z.object({ max_total_cost: z.number(), total_cost: z.number(), total: z.number() });

/** A current problem; `kind` tells clients which problems they already show from another route. */
export const Problem = z.object({
  kind: z.enum([
    /** An invalid value of a setting. */
    'setting',
    /** A failed check of `GET /health`. */
    'check',
    /** A live channel that should be recorded but is not; its `verdict` has the reason. */
    'not-recorded',
    /** Another fault of a channel: its source does not answer. */
    'channel',
    /** A VOD that failed. */
    'vod',
    /** Messages of `GET /deadletters`. */
    'dead-letters',
    /** Messages that cannot be published. */
    'outbox',
    /** A fault of the account at a site. */
    'account',
  ]),
  text: localized(),
});
export type Problem = z.infer<typeof Problem>;

export const SettingsView = z.object({
  app_name: z.string(),
  version: z.string(),
  server: z.string(),
  config: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Number of edits of `config` and of `favourite_games`. Addition to v0. */
  config_version: z.int(),
  favourites_version: z.int(),
  fields: z.record(z.string(), z.unknown()),
  channels: z.array(z.unknown()),
  favourite_games: z.array(z.string()),
  errors: z.array(localized()),
  /** The texts of `errors`, each with its kind. Addition to v0. */
  problems: z.array(Problem),
  guest: z.boolean(),
  websocket_url: z.string().nullable(),
  quotas: z.record(z.string(), Quota),
  websocket_quotas: z.array(z.unknown()),
  server_git_hash: z.string(),
  server_git_branch: z.string(),
});
export type SettingsView = z.infer<typeof SettingsView>;

const bad = { 'invalid-input': 400 };

export const getSettings = defineRoute({
  method: 'GET',
  path: '/api/v0/settings',
  level: 'guest',
  summary: 'Settings, version and current problems; channels=0: without the list of channels that v0 includes',
  query: z.strictObject({ channels: z.enum(['0', '1']).optional() }),
  data: SettingsView,
});
/**
 * All or nothing. Values are parsed like v0's form (numbers and switches as text; '' or null restores the default).
 * `version`: the `config_version` on which the edit is based. If it is not current, nothing is saved.
 */
export const putSettings = defineRoute({
  method: 'PUT',
  path: '/api/v0/settings',
  level: 'admin',
  summary: 'Change settings; omitted keys remain unchanged',
  body: z.strictObject({
    config: z.record(z.string(), z.unknown()).optional(),
    version: z.int().min(0).optional(),
  }),
  conflict: SettingsView.pick({ config: true, config_version: true }),
  errors: { ...bad, 'edit-conflict': 409 },
});
/** v0 answers 200 in both cases; `status` contains the result. */
export const validateUrl = defineRoute({
  method: 'POST',
  path: '/api/v0/settings/validate_url',
  level: 'admin',
  summary: 'Check whether the public address leads to this installation',
  body: z.strictObject({ url: z.string().max(2_000).optional() }).optional(),
  shape: 'bare',
  data: z.object({ status: z.enum(['OK', 'ERROR']), message: localized() }),
});
/** Called by {@link validateUrl} through the public URL: only an instance with the same keys can compute the proof. */
export const reachHere = defineRoute({
  method: 'GET',
  path: '/api/v0/settings/reach/:nonce',
  level: 'none',
  summary: 'Prove that the public address leads to this installation',
  params: z.strictObject({ nonce: z.uuid() }),
  shape: 'bare',
  data: z.object({ proof: z.string() }),
});
export const setDebug = defineRoute({
  method: 'GET',
  path: '/api/v0/settings/debug',
  changesState: true,
  level: 'admin',
  summary: 'Switch debug logging on or off until the next start',
  query: z.strictObject({ enable: YesNo.optional() }),
  errors: bad,
});
export const exportSettings = defineRoute({
  method: 'GET',
  path: '/api/v0/settings/export',
  level: 'admin',
  summary: 'Export settings and channels as one file, without secrets',
  data: SettingsFile,
});
/**
 * The body is an exported file, the whole answer that contains it, or a `config.json` of v0. `confirm`: names of
 * `ImportReport.confirm`, separated by commas; without one of them, nothing is imported.
 */
export const importSettings = defineRoute({
  method: 'POST',
  path: '/api/v0/settings/import',
  level: 'admin',
  summary: 'Import settings and channels from a file, completely or not at all',
  query: z.strictObject({ dry_run: YesNo.optional(), confirm: z.string().max(2_000).optional() }),
  body: z.record(z.string(), z.unknown()),
  data: ImportReport,
  errors: { ...bad, 'import-unconfirmed': 409 },
});
