import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cutSource } from '../../provider-sim/media/cut-source.js';
import type { MediaSpec } from '../../provider-sim/media/media-spec.js';
import { shiftTs } from '../../provider-sim/media/shift-ts.js';
import { repositoryRoot } from '../../supervisor/root.js';

const TICKS_PER_S = 90_000;

/** Media of any length: a short source again and again, whose time stamps continue. */
export interface RepeatedMedia {
  readonly segmentS: number;
  /** Segment `n`, from 0. */
  body(n: number): Buffer;
}

export async function repeatedMedia(spec: MediaSpec, segmentS: number): Promise<RepeatedMedia> {
  const { segments } = await cutSource(join(repositoryRoot(), '.cache/sim'), spec, { container: 'ts', segmentS });
  const bodies = await Promise.all(segments.map(({ file }) => readFile(file)));
  return {
    segmentS,
    body: (n) => {
      const round = Math.floor(n / bodies.length);
      return shiftTs(bodies[n % bodies.length] ?? Buffer.alloc(0), round * spec.seconds * TICKS_PER_S);
    },
  };
}
