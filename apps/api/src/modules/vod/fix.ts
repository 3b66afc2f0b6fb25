import { type VodEntity } from '../../persistence/entities/vod.entity.js';

/** `ok`: there was no problem. `started`: a job was started that may fix it. `unchanged`: not fixed. */
export type Outcome = 'ok' | 'fixed' | 'started' | 'unchanged';

/** A possible problem of a VOD. `run` fixes it if it exists, and is safe to repeat. */
export interface Fix {
  readonly name: string;
  run(vod: VodEntity): Promise<Outcome>;
}

export const fixedIf = (isFixed: boolean): Outcome => (isFixed ? 'fixed' : 'ok');
export const startedIf = (isStarted: boolean): Outcome => (isStarted ? 'started' : 'ok');
