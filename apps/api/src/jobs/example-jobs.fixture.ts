import { defineWorkerJob, type Job, type JobTry } from '#libs/contracts';
import { z } from 'zod';

/**
 * How a chunk ends: at once, when the case says so ({@link exampleKeys.go}), with a failure, or without an event that
 * anybody receives.
 */
const Way = z.enum(['ends', 'waits', 'fails', 'ends-unheard']);
const Chunk = z.object({ text: z.string(), way: Way, weight: z.number().positive() });
export type ExampleChunk = z.infer<typeof Chunk>;

/** What clients see toy jobs as: answers of the api are checked, so it is one of the kinds that they know. */
export const TOY_KIND = 'convert' satisfies Job['kind'];

const made = z.object({ key: z.string(), sizeBytes: z.int() });

/** Finds out which chunks there are. */
export const examplePlanJob = defineWorkerJob({
  kind: 'toy-plan',
  worker: 'converter',
  unit: 'items',
  input: z.object({ chunks: z.array(Chunk) }),
  result: z.object({ chunks: z.array(Chunk) }),
});
/** Makes an object of the text of one chunk. */
export const exampleChunkJob = defineWorkerJob({
  kind: 'toy-chunk',
  worker: 'converter',
  unit: 'items',
  input: Chunk,
  result: made,
  outputs: (object) => [object],
});
/** Makes one object of those of all chunks. */
export const exampleJoinJob = defineWorkerJob({
  kind: 'toy-join',
  worker: 'converter',
  unit: 'items',
  input: z.object({ keys: z.array(z.string()) }),
  result: made,
  outputs: (object) => [object],
});
/** No worker takes it. */
export const toyUnclaimedJob = defineWorkerJob({
  kind: 'toy-unclaimed',
  worker: 'converter',
  unit: 'items',
  input: z.object({}),
  result: z.object({}),
});
/** Kills its worker each time. */
export const exampleDeadlyJob = defineWorkerJob({
  kind: 'toy-deadly',
  worker: 'converter',
  unit: 'items',
  input: z.object({}),
  result: z.object({}),
});

const folder = (what: string, jobName: string): string => `toy/${what}/${jobName.replace('#', '/')}/`;

/** Where toy workers write, and what they read. */
export const exampleKeys = {
  /** One object for each time that a handler began. */
  runs: (jobName: string) => folder('runs', jobName),
  run: ({ jobName, attempt }: JobTry, id: string) => `${folder('runs', jobName)}${attempt}/${id}`,
  /** Lets a chunk end that waits. */
  go: (jobName: string) => `${folder('go', jobName)}go`,
  /** There once a running chunk has seen its signal. */
  aborted: ({ jobName, attempt }: JobTry) => `${folder('aborted', jobName)}${attempt}`,
  outs: (jobName: string) => folder('out', jobName),
  out: ({ jobName, attempt }: JobTry) => `${folder('out', jobName)}${attempt}`,
};

/** Argument of `example-worker.fixture.ts`, as JSON. */
export const ExampleWorkerArgs = z.object({
  name: z.string(),
  servers: z.string(),
  token: z.string(),
  storageDir: z.string(),
});
export type ExampleWorkerArgs = z.infer<typeof ExampleWorkerArgs>;
