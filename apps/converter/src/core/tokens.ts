/** Injection token of {@link Worker}. */
export const WORKER = Symbol('Worker');

/** Identifies this worker for the operator, with its work folder. */
export interface Worker {
  readonly node: string;
  readonly pid: number;
  /** Folder for unfinished files. It must be on a local disk, because writing mp4 needs seeks. */
  readonly workDir: string;
  /** Interval at which a conversion without space checks again, in ms. */
  readonly checkAgainMs: number;
}
