import { defineWorkerJob, type Job, type JobTry } from '#libs/contracts';
import { z } from 'zod';

/**
 * How a chunk ends: at once, when the test allows it ({@link exampleKeys.go}), with a failure, or without a `job-done`
 * event.
 */
const ChunkEnd = z.enum(['ends', 'waits', 'fails', 'ends-unreported']);
const Chunk = z.object({ text: z.string(), way: ChunkEnd, weight: z.number().positive() });
export type ExampleChunk = z.infer<typeof Chunk>;

/** Kind that clients see. The API's responses are validated, so it must be one of the known kinds. */
export const TOY_KIND = 'convert' satisfies Job['kind'];

const StoredObject = z.object({ key: z.string(), sizeBytes: z.int() });

/** Determines the chunks. */
export const examplePlanJob = defineWorkerJob({
  kind: 'toy-plan',
  worker: 'converter',
  unit: 'items',
  input: z.object({ chunks: z.array(Chunk) }),
  result: z.object({ chunks: z.array(Chunk) }),
});
/** Writes the text of one chunk to an object. */
export const exampleChunkJob = defineWorkerJob({
  kind: 'toy-chunk',
  worker: 'converter',
  unit: 'items',
  input: Chunk,
  result: StoredObject,
  outputs: (object) => [object],
});
/** Joins the objects of all chunks into one. */
export const exampleJoinJob = defineWorkerJob({
  kind: 'toy-join',
  worker: 'converter',
  unit: 'items',
  input: z.object({ keys: z.array(z.string()) }),
  result: StoredObject,
  outputs: (object) => [object],
});
/** A job that no worker takes. */
export const toyUnclaimedJob = defineWorkerJob({
  kind: 'toy-unclaimed',
  worker: 'converter',
  unit: 'items',
  input: z.object({}),
  result: z.object({}),
});
/** A job that kills its worker each time. */
export const exampleDeadlyJob = defineWorkerJob({
  kind: 'toy-deadly',
  worker: 'converter',
  unit: 'items',
  input: z.object({}),
  result: z.object({}),
});

const folder = (what: string, jobName: string): string => `toy/${what}/${jobName.replace('#', '/')}/`;

/** Object keys that the example workers read and write. */
export const exampleKeys = {
  /** One object for each start of a handler. */
  runs: (jobName: string) => folder('runs', jobName),
  run: ({ jobName, attempt }: JobTry, id: string) => `${folder('runs', jobName)}${attempt}/${id}`,
  /** This object lets a waiting chunk end. */
  go: (jobName: string) => `${folder('go', jobName)}go`,
  /** Exists after the signal of a running chunk was aborted. */
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
