/** Injection token of {@link Worker}. */
export const WORKER = Symbol('Worker');

/** Who does the work, as the operator reads it, and where. */
export interface Worker {
  readonly node: string;
  readonly pid: number;
  /** Folder for files in the making. On local disk, since mp4 is written with seeks. */
  readonly workDir: string;
  /** How often a conversion that lacks space looks again, in ms. */
  readonly checkAgainMs: number;
}
