import { textOf, type Said, words } from '#libs/domain';
import { OutsideError, wordsOf } from '#libs/errors';
import { type JobEntity } from '../persistence/entities/job.entity.js';

type Result = { readonly said: Said } | { readonly thrown: unknown };
interface Ended extends Partial<JobEntity> {
  readonly status: JobEntity['status'];
  readonly said: Said;
}

/** What came from outside may be better in a while: 5 s, 10 s, ... 10 min apart, for a day. */
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 600_000;
const TRIES = 150;

/**
 * How a job stands after a run: done, to be tried again (the api stops, or something outside is away), or failed with
 * its reason.
 */
export function endOf(
  result: Result,
  {
    tries,
    isShutdown,
    now = Date.now(),
  }: { readonly tries: number; readonly isShutdown: boolean; readonly now?: number },
): Ended {
  if ('said' in result)
    return {
      status: 'STOPPED',
      said: result.said,
      note: textOf(result.said),
      ...(typeof result.said === 'string' ? {} : { words: { note: result.said } }),
      progress: 1,
      leftMs: null,
      error: null,
      endedAt: new Date(now),
    };
  if (isShutdown)
    return {
      status: 'WAITING',
      said: 'cut off: the api stops; it goes on when one is there',
      note: 'waits for an api',
      tries: tries - 1,
    };
  const remark = wordsOf(result.thrown);
  if (result.thrown instanceof OutsideError && tries < TRIES) {
    const note = words('waits: {{remark}}', { remark });
    return {
      status: 'WAITING',
      said: words('{{remark}}; tried again later', { remark }),
      note: note.text,
      words: { note },
      progress: 0,
      leftMs: null,
      notBefore: new Date(now + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))),
    };
  }
  return {
    status: 'ERROR',
    said: words('failed: {{remark}}', { remark }),
    note: '',
    error: remark.text,
    words: { error: remark },
    leftMs: null,
    endedAt: new Date(now),
  };
}
