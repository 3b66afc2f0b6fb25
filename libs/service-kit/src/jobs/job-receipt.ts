import { type JobTry, objectKeys, type WorkerJobDef } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { z } from 'zod';

const JobReceipt = z.object({ at: z.int(), result: z.record(z.string(), z.unknown()) });
/** What a worker leaves on storage when an attempt is done; `at`: epoch milliseconds, `result` fits its definition. */
export type JobReceipt = z.infer<typeof JobReceipt>;

/** The receipt of an attempt; null when there is none that can be read, and the attempt counts as not finished. */
export async function readJobReceipt(
  storage: Pick<Storage, 'head' | 'read'>,
  { kind, result }: WorkerJobDef,
  attempt: JobTry['attempt'],
): Promise<JobReceipt | null> {
  const key = objectKeys.jobReceipt(kind, attempt);
  if ((await storage.head(key)) === null) return null;
  const receipt = receiptOf((await storage.read(key)).toString('utf8'));
  return receipt && result.safeParse(receipt.result).success ? receipt : null;
}

function receiptOf(text: string): JobReceipt | null {
  try {
    return JobReceipt.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
