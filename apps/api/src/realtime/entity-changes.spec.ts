import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EntityChanges } from './entity-changes.js';
import { type UiChange } from '../platform/messaging/ui-notifier.js';

const vod = (over: Partial<UiChange> = {}): UiChange => ({ entity: 'vod', id: 'a', version: 1, ...over });

describe('changes for browsers', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('combines the changes of one entity, with all actions in order', async () => {
    const sent: UiChange[] = [];
    const changes = new EntityChanges((c) => {
      sent.push(c);
      return Promise.resolve();
    });
    changes.push(vod({ actions: ['start_download'] }));
    changes.push(vod({ version: 2, actions: ['start_capture'] }));
    changes.push(vod({ version: 3 }));
    changes.push(vod({ id: 'b' }));
    await jest.advanceTimersByTimeAsync(250);
    expect(sent).toEqual([vod({ version: 3, actions: ['start_download', 'start_capture'] }), vod({ id: 'b' })]);
  });

  it('reports the first change of an entity at once, and combines the following ones', async () => {
    const at: number[] = [];
    const changes = new EntityChanges(() => {
      at.push(Date.now());
      return Promise.resolve();
    });
    const begun = Date.now();
    changes.push(vod());
    await jest.advanceTimersByTimeAsync(10);
    changes.push(vod());
    await jest.advanceTimersByTimeAsync(100);
    changes.push(vod());
    await jest.advanceTimersByTimeAsync(1_000);
    changes.push(vod());
    await jest.advanceTimersByTimeAsync(10);
    expect(at.map((time) => time - begun)).toEqual([10, 260, 1_120]);
  });

  it('reports the removal before a later change of the same entity', async () => {
    const sent: UiChange[] = [];
    const changes = new EntityChanges((c) => {
      sent.push(c);
      return Promise.resolve();
    });
    changes.push(vod());
    changes.push(vod({ entity: 'vod-removed', version: 2 }));
    changes.push(vod({ version: 3 }));
    await jest.advanceTimersByTimeAsync(250);
    expect(sent).toEqual([vod({ entity: 'vod-removed', version: 2 }), vod({ version: 3 })]);
  });

  it('sends the newest state in between while changes never pause', async () => {
    let sent = 0;
    const changes = new EntityChanges(() => {
      sent += 1;
      return Promise.resolve();
    });
    for (let i = 0; i < 100; i++) {
      changes.push(vod());
      await jest.advanceTimersByTimeAsync(50);
    }
    expect(sent).toBeGreaterThan(10);
  });

  it('reads one at a time, so that no older state is sent later', async () => {
    const log: string[] = [];
    let finish = (): void => undefined;
    const changes = new EntityChanges(async (c) => {
      log.push(`read ${c.version}`);
      await new Promise<void>((done) => {
        finish = done;
      });
      log.push(`sent ${c.version}`);
    });
    changes.push(vod({ version: 1 }));
    await jest.advanceTimersByTimeAsync(250);
    changes.push(vod({ version: 2 }));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(['read 1']);
    finish();
    await jest.advanceTimersByTimeAsync(250);
    finish();
    await jest.advanceTimersByTimeAsync(0);
    expect(log).toEqual(['read 1', 'sent 1', 'read 2', 'sent 2']);
  });

  it('reports only the removal of an entity that was updated just before', async () => {
    const sent: string[] = [];
    const changes = new EntityChanges((c) => {
      sent.push(c.entity);
      return Promise.resolve();
    });
    changes.push(vod());
    changes.push(vod({ entity: 'vod-removed', data: { basename: 'x' } }));
    await jest.advanceTimersByTimeAsync(250);
    expect(sent).toEqual(['vod-removed']);
  });

  it('continues after a failed read', async () => {
    let tries = 0;
    const changes = new EntityChanges(() => {
      tries += 1;
      return tries === 1 ? Promise.reject(new TypeError('away')) : Promise.resolve();
    });
    changes.push(vod());
    await jest.advanceTimersByTimeAsync(250);
    changes.push(vod());
    await jest.advanceTimersByTimeAsync(250);
    expect(tries).toBe(2);
  });
});
