import { messageOf } from '#libs/errors';
import { errorAnswer } from '../../../apps/api/src/http/error-answer.js';

/** An input may be refused, but never be answered as a fault of the service. */
export async function orRefusal(read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (thrown) {
    const { httpStatus } = errorAnswer(thrown);
    if (httpStatus < 500) return;
    throw thrown instanceof Error ? thrown : new TypeError(messageOf(thrown));
  }
}
