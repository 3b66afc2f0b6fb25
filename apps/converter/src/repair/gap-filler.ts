import { readdir, readFile } from 'node:fs/promises';
import { type RepairedGap, type RepairGap, type RepairPlan, repairOf, type TimelineRun } from '#libs/contracts';
import { placeFill } from '#libs/domain';
import { type Message, message } from '#libs/messages';
import {
  cutRun,
  type CutRun,
  type FillCut,
  findFill,
  type OpenPiece,
  readPackets,
  type RunPackets,
  type SourceRun,
} from '#libs/media';
import { type Storage } from '#libs/storage';
import { sourceRun } from '../convert/source-runs.js';
import { type WorkFolder } from '../core/work-folder.js';
import { segmentsWithin } from './segments-within.js';
import { type RepairPart } from './repair-part.js';

export interface GapFillerPorts {
  readonly plan: RepairPlan;
  readonly storage: Storage;
  readonly work: WorkFolder;
  readonly part: RepairPart;
  readonly attempt: string;
  readonly signal: AbortSignal;
  readonly alive: () => void;
}

const TICKS_PER_MS = 90;

/** Fills one gap after the other. */
export class GapFiller {
  private readonly open: OpenPiece = async (key, start, signal) =>
    (await this.ports.storage.get(key, start > 0 ? { start } : undefined, signal)).stream;
  /** Number of stretches so far; it is part of the names of their files. */
  private stretches = 0;

  constructor(private readonly ports: GapFillerPorts) {}

  async fill(gap: RepairGap): Promise<RepairedGap> {
    const unfilled = (reason: Message): RepairedGap => ({ at: gap.at, filled: [], reason });
    const refusal = gap.refused ?? refusalOf(gap, this.ports.plan);
    if (refusal) return unfilled(refusal);
    const { plan } = this.ports;
    const window = { from: plan.videoStartedAt + gap.fromMs, to: plan.videoStartedAt + gap.toMs };
    const runs = plan.source.flatMap((run) => segmentsWithin(run, window) ?? []);
    if (runs.length === 0) return unfilled(message('repair.nothing-there'));
    const sources = runs.map((run) => sourceRun(repairOf(plan.vodUuid), run));
    const packets: RunPackets[] = [];
    for (const source of sources) packets.push(await this.read(source));
    const [before, after] = [await this.sideOf(gap.before), await this.sideOf(gap.after)];
    const found = findFill({ runs: packets, before, after, gapMs: gap.durMs });
    if ('key' in found) return unfilled(found);
    const layout = (before ?? after)?.layout ?? [];
    const filled = await this.store(gap, found, (cut) => ({
      source: sources[cut.run],
      run: runs[cut.run],
      layout,
      ticks: packets[cut.run]?.ticks,
    }));
    return { at: gap.at, filled, reason: null };
  }

  private async store(
    gap: RepairGap,
    cuts: readonly FillCut[],
    sourceOf: (cut: FillCut) => {
      readonly source: SourceRun | undefined;
      readonly run: TimelineRun | undefined;
      readonly layout: readonly string[];
      readonly ticks: RunPackets['ticks'] | undefined;
    },
  ): Promise<RepairedGap['filled']> {
    const lengths = cuts.map(({ ticks }) => ticks / TICKS_PER_MS);
    const places = placeFill(lengths, gap).map((place, n) =>
      n === 0 && gap.replaces ? { ...place, siteAt: gap.replaces.pdtMs } : place,
    );
    const filled: RepairedGap['filled'] = [];
    for (const [n, cut] of cuts.entries()) {
      const { source, run, layout, ticks } = sourceOf(cut);
      const place = places[n];
      if (!source || !run || !ticks || !place) continue;
      await this.storeCut({ cut, source, layout, ticks }, place);
      const intoRunMs = cut.firstPts / TICKS_PER_MS - run.firstPtsMs;
      const videoMs = (run.siteAt ?? 0) - this.ports.plan.videoStartedAt + intoRunMs;
      filled.push({ at: place.startAt, durMs: lengths[n] ?? 0, videoMs });
    }
    return filled;
  }

  private async storeCut(
    { source, ...cut }: Pick<CutRun, 'cut' | 'layout' | 'ticks'> & { readonly source: SourceRun },
    place: Parameters<RepairPart['add']>[1],
  ): Promise<void> {
    const { work, part, attempt, signal, alive } = this.ports;
    this.stretches += 1;
    const prefix = `${attempt}-${String(this.stretches)}-`;
    const folder = work.file('.');
    const outPrefix = work.file(prefix);
    try {
      await cutRun({ run: source, ...cut, outPrefix, open: this.open, signal, onProgress: alive });
      const init = source.container === 'fmp4' ? await readFile(`${outPrefix}init.bin`) : null;
      await part.add({ bodies: bodiesOf(folder, prefix, alive), init }, place, signal);
    } finally {
      for (const name of await namesOf(folder, prefix)) await work.remove(name);
    }
  }

  private async sideOf(run: TimelineRun | null): Promise<RunPackets | null> {
    return run && this.read(sourceRun(this.ports.plan.vodUuid, run));
  }

  private read(run: SourceRun): Promise<RunPackets> {
    const { signal, alive } = this.ports;
    return readPackets({ run, open: this.open, signal, onRead: alive });
  }
}

function refusalOf({ before, after }: RepairGap, { source }: RepairPlan): Message | null {
  const containers = new Set([before, after, ...source].flatMap((run) => (run ? [run.container] : [])));
  const isJoinable = containers.size === 1 && (containers.has('ts') || containers.has('fmp4'));
  return isJoinable ? null : message('repair.other-container');
}

async function namesOf(folder: string, prefix: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith(prefix)).sort();
}

async function* bodiesOf(folder: string, prefix: string, alive: () => void): AsyncGenerator<Buffer> {
  for (const name of await namesOf(folder, prefix)) {
    if (!/\.(ts|m4s)$/.test(name)) continue;
    yield await readFile(`${folder}/${name}`);
    alive();
  }
}
