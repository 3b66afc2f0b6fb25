import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ChatRecord } from '#libs/contracts';
import { SiteAddresses } from '../../kit/site-addresses.js';
import { smallChannel, startSim, type Sim } from '../../../../../tools/provider-sim/index.js';
import { CHAT_TIMING } from './chat-timing.js';
import { TwitchChat } from './twitch.chat.js';

describe('the chat of the simulated Twitch', () => {
  let sim: Sim;
  let records: ChatRecord[];
  let states: string[];
  let events: EventEmitter;
  let stop: AbortController;
  let running: Promise<void>;

  const idsOf = (list: readonly ChatRecord[]): readonly string[] =>
    list.flatMap((r) => (r.t === 'message' || r.t === 'notice' ? [r.id] : []));
  /** What the site sent to somebody, and has an id. */
  const sent = (): readonly string[] =>
    (sim.log().chat['harbour']?.lines ?? []).flatMap(({ id, listeners: received, command }) =>
      id !== null && received > 0 && /^(PRIVMSG|USERNOTICE)$/.test(command) ? [id] : [],
    );
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await once(events, 'event');
  };

  beforeEach(async () => {
    const channel = smallChannel('harbour', {
      twitch: { userId: '50000001', displayName: 'Harbour', title: 'Boats', category: 'Chess', chatPerMinute: 30_000 },
    });
    sim = await startSim({ scenario: { name: 'spec', about: '', channels: [channel], steps: [] } });
    [records, states, events, stop] = [[], [], new EventEmitter(), new AbortController()];
    const handlers = {
      onRecord: (r: ChatRecord) => {
        records.push(r);
        events.emit('event');
      },
      onState: (state: string) => {
        states.push(state);
        events.emit('event');
      },
    };
    running = new TwitchChat(new SiteAddresses(`${sim.url}/h/{host}`), {
      ...CHAT_TIMING,
      retryMs: 10,
      mostRetryMs: 100,
      steadyMs: 0,
      overlapMs: 100,
    }).follow({ sourceId: '50000001', login: 'harbour' }, handlers, stop.signal);
    await until(() => states.length > 0);
    sim.act('harbour', { do: 'start' });
  });
  afterEach(async () => {
    stop.abort();
    await running;
    await sim.stop();
  });

  it('is reported whole, each line once, every kind of it fit for the contract', async () => {
    await until(() => records.length >= 600);
    sim.act('harbour', { do: 'end', how: 'endlist' });
    stop.abort();
    await running;
    expect([...idsOf(records)].sort()).toEqual([...sent()].sort());
    expect(new Set(records.map(({ t }) => t))).toEqual(new Set(['message', 'notice', 'delete', 'clear', 'room']));
    expect(records.filter((r) => !ChatRecord.safeParse(r).success)).toEqual([]);
    expect(states).toEqual(['joined']);
  });
  it('loses nothing when the site moves us', async () => {
    await until(() => records.length >= 100);
    sim.act('harbour', { do: 'chat', how: 'reconnect' });
    await until(() => records.length >= 500);
    sim.act('harbour', { do: 'end', how: 'endlist' });
    stop.abort();
    await running;
    expect([...idsOf(records)].sort()).toEqual([...sent()].sort());
    expect(records.filter(({ t }) => t === 'gap')).toEqual([]);
  });
  it('W50 comes back after a drop and records the gap: all that was said outside of it is there', async () => {
    await until(() => records.length >= 100);
    sim.act('harbour', { do: 'chat', how: 'drop', forMs: 300 });
    await until(() => states.length > 2 && states.at(-1) === 'joined');
    const before = records.length;
    await until(() => records.length >= before + 100);
    sim.act('harbour', { do: 'end', how: 'endlist' });
    stop.abort();
    await running;
    expect(states.filter((state, at) => state !== states[at - 1])).toEqual(['joined', 'away', 'joined']);
    const gaps = records.filter((r) => r.t === 'gap');
    expect(gaps).toHaveLength(1);
    const ids = idsOf(records);
    expect(new Set(ids).size).toBe(ids.length);
    const missing = (sim.log().chat['harbour']?.lines ?? []).filter(
      ({ id, command }) => id !== null && /^(PRIVMSG|USERNOTICE)$/.test(command) && !ids.includes(id),
    );
    expect(missing.filter(({ at }) => at < gaps[0]!.at || at > gaps[0]!.until)).toEqual([]);
    expect(missing.length).toBeGreaterThan(0);
  });
});
