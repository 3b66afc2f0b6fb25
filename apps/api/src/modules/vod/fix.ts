import { type VodEntity } from '../../persistence/entities/vod.entity.js';

/** `well`: nothing was wrong; `begun`: a job mends it, or does not; `left`: it is as it was. */
export type Outcome = 'well' | 'mended' | 'begun' | 'left';

/** One thing that can be wrong with a VOD. `run` mends it where it is so, and may be repeated. */
export interface Fix {
  readonly name: string;
  run(vod: VodEntity): Promise<Outcome>;
}

export const mendedIf = (isMended: boolean): Outcome => (isMended ? 'mended' : 'well');
export const begunIf = (isBegun: boolean): Outcome => (isBegun ? 'begun' : 'well');
