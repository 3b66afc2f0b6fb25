import { describe, expect, it } from '@jest/globals';
import { type Bus } from '#libs/bus';
import { EVENTS } from '#libs/contracts';
import { english, type Message, verbatim } from '#libs/messages';
import { Log } from '#libs/service-kit';
import { EventOutbox } from './event-outbox.js';

const VOD = '0c4b2f0e-0000-4000-8000-000000000000';

/** A bus whose word that a fact is kept is waited for by others too. */
class Stored {
  readonly sent: string[] = [];
  readonly first = Promise.withResolvers<undefined>();
  readonly outbox = new EventOutbox(
    {
      publish: ((_def: unknown, { reason }: { readonly reason: Message }) => {
        this.sent.push(english(reason));
        return this.sent.length === 1 ? this.first.promise : Promise.resolve(undefined);
      }) as unknown as Bus['publish'],
    },
    new Log({ service: 'recorder', node: 'n', pid: 1 }, 'spec', () => undefined),
  );

  refuse(reason: string): void {
    this.outbox.add(EVENTS.captureRefused, { vodUuid: VOD, recorder: 'n/0', at: 1, reason: verbatim(reason) }, reason);
  }
}

describe('EventOutbox', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])(
    'sends an event that is added %i turns after the last one was sent, and flush waits for it',
    async (turns) => {
      const stored = new Stored();
      stored.refuse('first');
      const added = stored.first.promise.then(async () => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        stored.refuse('second');
      });
      stored.first.resolve(undefined);
      await added;
      await stored.outbox.flush(1000);
      expect(stored.sent).toEqual(['first', 'second']);
    },
  );
});
