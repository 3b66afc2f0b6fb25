import { describe, expect, it } from '@jest/globals';
import { type ChatRecord } from '#libs/contracts';
import { type ChatHandlers, type ChatSource } from '#libs/providers';
import { Log } from '#libs/service-kit';
import { FollowedRoom } from './followed-room.js';

const record = (at: number): ChatRecord => ({ t: 'gap', at, seenAt: at, until: at + 1, reason: '' });

/** A source that reports outside of `follow`, as a socket does. */
class FakeSource implements Pick<ChatSource, 'follow'> {
  private readonly joined = Promise.withResolvers<ChatHandlers>();

  follow(_target: unknown, handlers: ChatHandlers, signal: AbortSignal): Promise<void> {
    this.joined.resolve(handlers);
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
  }
  get handlers(): Promise<ChatHandlers> {
    return this.joined.promise;
  }
}

describe('FollowedRoom', () => {
  it('drops only the record that cannot be stored, since an exception in a socket event would end the process', async () => {
    const received: number[] = [];
    const logged: string[] = [];
    const room = new FollowedRoom(
      {
        target: { sourceId: '1', login: 'harbour' },
        about: { vod: 'v' },
        onRecord: ({ at }) => {
          if (at === 2) throw new RangeError('no place for it');
          received.push(at);
        },
        onJoined: () => {
          throw new RangeError('not now');
        },
      },
      {
        times: { retryMs: 1, retryMaxMs: 1, chatChunkMs: 1 },
        log: new Log({ service: 'recorder', node: 'n', pid: 1 }, 'spec', ({ text }) => {
          logged.push(text);
        }),
      },
    );
    const [source, stop] = [new FakeSource(), new AbortController()];
    const followed = room.follow(source as unknown as ChatSource, stop.signal);
    const handlers = await source.handlers;
    handlers.onState('joined', null);
    for (const at of [1, 2, 3]) handlers.onRecord(record(at));
    stop.abort();
    await followed;
    expect({ received, state: room.state, logged: logged.length }).toEqual({
      received: [1, 3],
      state: 'joined',
      logged: 2,
    });
  });
});
