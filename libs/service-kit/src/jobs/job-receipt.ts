import { type JobTry, objectKeys, type WorkerJobDef } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { z } from 'zod';

const JobReceipt = z.object({ at: z.int(), result: z.record(z.string(), z.unknown()) });
/**
 * Result that a worker writes to storage when an attempt is done. `at`: epoch milliseconds; `result` matches the
 * definition of the job.
 */
export type JobReceipt = z.infer<typeof JobReceipt>;

/** Reads the receipt of an attempt. @returns null if there is no valid one; the attempt then counts as not finished */
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
