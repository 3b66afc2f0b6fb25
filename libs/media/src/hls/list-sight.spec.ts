import { describe, expect, it } from '@jest/globals';
import { HttpError } from './http-port.js';
import { ListSight } from './list-sight.js';

const TARGET_MS = 6000;
const status = (code: number): HttpError => new HttpError('status', `The server answers ${code}.`, code);

/** A list that was read at each of these times, new at the first alone. */
function seen(...times: readonly number[]): ListSight {
  const sight = new ListSight(0);
  times.forEach((at, i) => {
    sight.read(at, i === 0);
  });
  return sight;
}

describe('the sight of a list', () => {
  it.each([
    ['403', status(403), true],
    ['401', status(401), true],
    ['503', status(503), true],
    ['nothing', new HttpError('away', 'no answer'), true],
    ['404', status(404), false],
    ['410', status(410), false],
  ])('is lost by %s where it still grew, unless that says that it is over', (_name, failed, unread) => {
    const sight = seen(1000, 2000);
    sight.failed(failed, TARGET_MS);
    expect(sight.isUnread).toBe(unread);
  });

  it('is not lost where the list stood still for longer than a live one does', () => {
    const sight = seen(1000, 10_000);
    sight.failed(status(403), TARGET_MS);
    expect(sight.isUnread).toBe(false);
  });

  it.each([
    [404, 503, false],
    [503, 404, true],
  ])('goes by the first of two failures: %i, then %i', (first, second, unread) => {
    const sight = seen(1000);
    sight.failed(status(first), TARGET_MS);
    sight.failed(status(second), TARGET_MS);
    expect(sight.isUnread).toBe(unread);
  });

  it('is there again with the next list, new or not', () => {
    const sight = seen(1000);
    sight.failed(status(403), TARGET_MS);
    sight.read(3000, false);
    expect([sight.isUnread, sight.silentMs(3000)]).toEqual([false, 2000]);
  });
});
