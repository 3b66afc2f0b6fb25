import { type Bus, COMMAND_POLICY, type MessageContext } from '#libs/bus';
import { jobCancel, type Words } from '#libs/contracts';
import { isAppError, OutsideError, wordsOf } from '#libs/errors';

/** What the bus tells of one delivery. */
export interface Delivered {
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly progress: () => void;
}

export const deliveredOf = (context: MessageContext): Delivered => ({
  attempt: context.attempt,
  signal: context.signal,
  progress: () => {
    context.progress();
  },
});

interface Work {
  readonly run: (delivered: Delivered) => Promise<void>;
  /**
   * Tells why, in words for the operator. `again`: the bus delivers it once more, which `reason` says too. Not called
   * when the delivery itself was broken off. When it throws, that word is lost and nothing else: the command comes
   * again, or lies among the dead letters.
   */
  readonly failed: (reason: Words, again: boolean) => Promise<void>;
}

/** Which job, and which try at it. */
export interface JobTry {
  readonly jobName: string;
  readonly attempt: string;
}

/**
 * Hears the words that are for this try at a job; those for another one are not.
 * @param hear `dropped`: nothing is to be made of it
 * @returns the function that ends it
 */
export const onCancel = (
  bus: Pick<Bus, 'onPulse'>,
  { jobName, attempt }: JobTry,
  hear: (word: { readonly reason: string; readonly dropped: boolean }) => void,
): (() => void) =>
  bus.onPulse(jobCancel, jobName, ({ reason, attempt: meant }) => {
    if (meant === undefined || meant === attempt) hear({ reason, dropped: meant !== undefined });
  });

/**
 * Runs one delivery of a command that the operator may cancel by its job.
 * @throws whatever stopped it, after it was told: the bus decides by its fault. A cancelled one returns.
 */
export async function runCancellable(
  bus: Pick<Bus, 'onPulse'>,
  { command, delivered }: { readonly command: JobTry; readonly delivered: Delivered },
  work: Work,
): Promise<void> {
  const cancelled = new AbortController();
  const deaf = onCancel(bus, command, ({ reason }) => {
    cancelled.abort(new OutsideError('cancelled', `cancelled: ${reason}`));
  });
  try {
    await work.run({ ...delivered, signal: AbortSignal.any([delivered.signal, cancelled.signal]) });
  } catch (thrown) {
    if (delivered.signal.aborted) throw thrown;
    const again = !cancelled.signal.aborted && isTriedAgain(thrown, delivered.attempt);
    const reason = wordsOf(cancelled.signal.aborted ? cancelled.signal.reason : thrown);
    await work.failed(again ? triedAgain(reason) : reason, again).catch(() => undefined);
    if (!cancelled.signal.aborted) throw thrown;
  } finally {
    deaf();
  }
}

/** A failure that mends itself, perhaps. */
export const triedAgain = (remark: Words): Words => ({
  text: `${remark.text}; it is tried again`,
  template: '{{remark}}; it is tried again',
  values: { remark },
});

const isTriedAgain = (thrown: unknown, attempt: number): boolean =>
  isAppError(thrown) && thrown.fault === 'outside' && attempt < COMMAND_POLICY.tries;

/**
 * With the time in it: a second word on the same attempt is meant, and a key alone would be swallowed (architecture 13,
 * Bus).
 */
export const msgId = ({ attempt }: { readonly attempt: string }, name: string): string =>
  `${attempt}:${name}:${String(Date.now())}`;
