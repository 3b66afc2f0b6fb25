import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Channel, Vod } from '#libs/contracts';
import { expect, test as base } from '@playwright/test';
import {
  numberOf,
  SOURCES,
  startSources,
  type ClockedSource,
  type SourceSpec,
} from '#tools/provider-sim/sources/index.js';
import type { Installation } from '#tools/supervisor/index.js';
import type { ApiClient } from './api-client.js';
import { openInstallation } from './open-installation.js';
import { expectWholeRecording } from './whole-recording.js';

const GRACE_S = 4;
/** Makes names below `public.test` public addresses for the services. */
const PUBLIC_NAMES = pathToFileURL('tools/provider-sim/sources/public-names.mjs').href;
/** Time of "unknown" after which a recording ends. */
const UNREACHABLE_S = 5;
const MINUTE_MS = 60_000;
const HOUR_S = 3600;
/** Requests of the live check after which a channel that counts as live would be recorded: one each second. */
const CHECKS = 20;
/** On a fresh clone, the set-up encodes the media first. */
const START_MS = 120_000;
/** All streams, which start one after another, and their conversions. */
const RECORDING_MS = 240_000;

/** All sources, as channels of one installation. */
interface RecordedSources {
  readonly api: ApiClient;
  readonly installation: Installation;
  /** Files of this run only. */
  readonly folder: string;
  of(name: string): ClockedSource;
  /** The VOD of a source, once it is finalized. */
  finished(name: string): Promise<Vod>;
  /** What the live VOD of a source said about its recording, each text once: only what stays for the whole part. */
  notes(name: string): readonly string[];
  /** The faults of a source's playlist that the recorder logged. */
  playlistFaults(name: string): Promise<readonly string[]>;
  /** The live status of a channel that is not recorded. */
  offline(name: string): Promise<Channel>;
  /** Checks the VOD of a source: one file with every offered frame once, in order, with its sound. */
  expectWhole(name: string): Promise<Vod>;
}

/** `VODKEEP_SOURCES=9,10` starts only the sources of these numbers, for the tests that `-g` selects. */
function chosen(): SourceSpec[] {
  const only = (process.env['VODKEEP_SOURCES'] ?? '').split(',').filter((number) => number !== '');
  return SOURCES.map((make) => make()).filter(({ name }) => only.length === 0 || only.includes(numberOf(name)));
}

/**
 * Collects the notes of all live VODs until each source has a finalized VOD. The test of a source that has none by then
 * fails. Channels whose source is over are not polled any more: fifty of them each second take a fifth of a core.
 */
async function recordAll(
  { api, of }: Pick<RecordedSources, 'api' | 'of'>,
  specs: readonly SourceSpec[],
  notes: ReadonlyMap<string, Set<string>>,
): Promise<void> {
  const recorded = specs.filter(({ isOffline }) => isOffline !== true).map(({ name }) => name);
  const [missing, polled] = [new Set(recorded), new Set(recorded)];
  const unfinished = async (): Promise<number> => {
    const { streamer_list: all } = await api.get<{ streamer_list: Channel[] }>('/api/v0/channels');
    for (const { internalName: name, vods_list } of all) {
      for (const { live } of vods_list) if (live && live.note !== '') notes.get(name)?.add(live.note);
      if (vods_list.at(-1)?.state !== 'finalized') continue;
      missing.delete(name);
      if (of(name).window().ended && polled.delete(name)) await api.change(name, { poll_s: HOUR_S });
    }
    return missing.size;
  };
  await expect
    .poll(unfinished, { timeout: RECORDING_MS, intervals: [2000] })
    .toBe(0)
    .catch(() => undefined);
}

async function playlistFaults(api: ApiClient, name: string): Promise<string[]> {
  const query = new URLSearchParams({ q: `${name}: playlist fault`, dateFrom: '1970-01-01', service: 'recorder' });
  const { lines } = await api.get<{ lines: { metadata: { message?: string } }[] }>(`/api/v0/log?${query.toString()}`);
  return lines.map(({ metadata }) => metadata.message ?? '');
}

/** All sources start with the worker and are recorded side by side; then the tests look at what was recorded. */
export const test = base.extend<object, { readonly sources: RecordedSources }>({
  sources: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-sources-'));
      const specs = chosen();
      const sim = await startSources(specs);
      const { api, installation } = await openInstallation(folder, 'sources', {
        env: { VODKEEP_RECORDER_SLOTS: String(specs.length), NODE_OPTIONS: `--import ${PUBLIC_NAMES}` },
      });
      await api.set({ 'capture.unreachable_s': UNREACHABLE_S, 'capture.audio': 'all' });
      const notes = new Map(specs.map(({ name }) => [name, new Set<string>()]));
      const recorded = recordAll({ api, of: (name) => sim.of(name) }, specs, notes);
      // One after another: the clock of a source starts here, and all at once would be recorded late.
      for (const { name } of specs)
        await api.follow({ name, url: sim.urlOf(name), graceS: GRACE_S, more: sim.formOf(name) });
      await recorded;
      const finished = (name: string): Promise<Vod> => api.finished(name);
      await use({
        api,
        installation,
        folder,
        finished,
        of: (name) => sim.of(name),
        notes: (name) => [...(notes.get(name) ?? [])],
        playlistFaults: (name) => playlistFaults(api, name),
        offline: async (name) => {
          await expect.poll(() => sim.of(name).calls.length, { timeout: MINUTE_MS }).toBeGreaterThan(CHECKS);
          return api.channel(name);
        },
        expectWhole: async (name) => {
          const vod = await finished(name);
          await expectWholeRecording(vod, sim.of(name).offered(), { api, folder });
          return vod;
        },
      });
      await installation.stop();
      await sim.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: START_MS + RECORDING_MS },
  ],
});

export { expect } from '@playwright/test';
