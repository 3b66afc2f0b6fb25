import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Channel, Vod } from '#libs/contracts';
import { expect, test as base, type FullConfig } from '@playwright/test';
import {
  numberOf,
  SOURCES,
  startSources,
  type ClockedSource,
  type SourceSpec,
} from '../../../../tools/provider-sim/sources/index.js';
import type { ApiClient } from './api-client.js';
import { openInstallation } from './open-installation.js';
import { expectWholeRecording } from './whole-recording.js';

const GRACE_S = 4;
const MINUTE_MS = 60_000;
/** Requests of the live check after which a channel that counts as live would be recorded: one each second. */
const CHECKS = 20;
/** On a fresh clone, the set-up encodes the media first. */
const STAGE_MS = 240_000;

/** All sources, as channels of one installation. */
interface RecordedSources {
  readonly api: ApiClient;
  /** Files of this run only. */
  readonly folder: string;
  of(name: string): ClockedSource;
  /** The VOD of a source, once it is finalized. */
  finished(name: string): Promise<Vod>;
  /** What the recorder reported about a source while it recorded, each text once. */
  notes(name: string): readonly string[];
  /** The live status of a channel that is not recorded. */
  offline(name: string): Promise<Channel>;
  /** Checks the VOD of a source: one file with every offered frame once, in order, with its sound. */
  expectWhole(name: string): Promise<Vod>;
}

/** `-g sources-9` starts only the sources of number 9. */
function chosen({ grep }: Pick<FullConfig, 'grep'>): SourceSpec[] {
  const all = SOURCES.map((make) => make());
  const patterns = Array.isArray(grep) ? grep : [grep];
  const some = all.filter(({ name }) => patterns.some((pattern) => pattern.test(`sources-${numberOf(name)} `)));
  return some.length > 0 ? some : all;
}

/** Collects the notes of all live VODs until `isOver`. */
async function collectNotes(api: ApiClient, notes: Map<string, Set<string>>, isOver: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        if (isOver()) return true;
        const { streamer_list: all } = await api.get<{ streamer_list: Channel[] }>('/api/v0/channels');
        for (const { internalName, vods_list } of all)
          for (const { live } of vods_list)
            if (live && live.note !== '') (notes.get(internalName) ?? set(notes, internalName)).add(live.note);
        return isOver();
      },
      { timeout: STAGE_MS, intervals: [1000] },
    )
    .toBe(true);
}

function set(notes: Map<string, Set<string>>, name: string): Set<string> {
  const made = new Set<string>();
  notes.set(name, made);
  return made;
}

/** All sources start with the worker and are recorded side by side; each test waits for its own. */
export const test = base.extend<object, { readonly sources: RecordedSources }>({
  sources: [
    async ({}, use, { config }) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-sources-'));
      const specs = chosen(config);
      const sim = await startSources(specs);
      const { api, installation } = await openInstallation(folder, 'sources');
      await Promise.all(specs.map(({ name }) => api.follow({ name, url: sim.urlOf(name), graceS: GRACE_S })));
      const notes = new Map<string, Set<string>>();
      let isOver = false;
      const collected = collectNotes(api, notes, () => isOver).catch(() => undefined);
      const finished = (name: string): Promise<Vod> => api.finished(name);
      await use({
        api,
        folder,
        finished,
        of: (name) => sim.of(name),
        notes: (name) => [...(notes.get(name) ?? [])],
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
      isOver = true;
      await collected;
      await installation.stop();
      await sim.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: STAGE_MS },
  ],
});

export { expect } from '@playwright/test';
