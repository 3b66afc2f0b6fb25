import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type chatDumpJob, objectKeys } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { english, type Message } from '#libs/messages';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { type Delivered, type JobCommand } from '#libs/service-kit';
import { openStorage, type OpenStorage, type Storage } from '#libs/storage';
import { tempDir } from '#libs/testkit';
import { ulid } from 'ulid';
import { type Sim, smallChannel, startSim } from '../../../../tools/provider-sim/index.js';
import { until } from '../../../../tools/supervisor/until.fixture.js';
import { dumpFile } from '../../test/dump-file.fixture.js';
import { DEFAULT_TIMES, type RecorderTimes } from '../core/tokens.js';
import { Spool } from '../store/spool.js';
import { ChatDumpHandler } from './chat-dump.handler.js';
import { DownloadFixture } from './download.fixture.js';

jest.setTimeout(60_000);

type Command = JobCommand<typeof chatDumpJob>;

let dir: ReturnType<typeof tempDir>;
let storage: OpenStorage;
let sim: Sim;
let fixture: DownloadFixture;
/** Called before each object is stored. */
let onPut: (key: string) => void;
let beats: number;
let endedAt: number;
let times: Partial<RecorderTimes>;

beforeEach(async () => {
  dir = tempDir('chat-dump');
  storage = await openStorage({ kind: 'file', rootDir: join(dir.path, 'media'), sync: 'off' });
  sim = await startSim({
    scenario: {
      name: 'spec',
      about: '',
      steps: [],
      channels: [
        smallChannel('salty', {
          twitch: { userId: '7001', displayName: 'Salty', title: 'Boats', category: 'Chess', chatPerMinute: 12_000 },
        }),
      ],
    },
  });
  [fixture, onPut, beats, times] = [newFixture(), () => undefined, 0, { dumpChunkMs: 100, snapshotMs: 20 }];
});
afterEach(async () => {
  await sim.stop();
  await storage.close();
  dir.remove();
});

const stored = (): Storage =>
  Object.assign(Object.create(storage) as Storage, {
    list: storage.list.bind(storage),
    head: storage.head.bind(storage),
    read: storage.read.bind(storage),
    put: (...[key, body, options]: Parameters<Storage['put']>) => {
      onPut(key);
      return storage.put(key, body, options);
    },
  });
const newFixture = (): DownloadFixture => new DownloadFixture({}, stored());
function newDumps(): ChatDumpHandler {
  const site = new Providers({ sites: new SiteAddresses(`${sim.url}/h/{host}`), account: () => NO_ACCOUNT });
  const spool = new Spool({ dir: join(dir.path, 'spool'), maxBytes: 1e8, maxAgeMs: 1e9, now: () => 0 });
  return new ChatDumpHandler(
    fixture.runner,
    { chatOf: (kind) => site.of(kind).chat },
    stored(),
    spool,
    { ...DEFAULT_TIMES, ...times },
    fixture.log,
  );
}
function newCommand(more: Partial<Command['input']> = {}): Command {
  const attempt = ulid();
  return {
    jobName: 'chatdump_salty-2026.json',
    attempt,
    input: {
      providerKind: 'twitch',
      streamer: { id: '7001', login: 'salty', name: 'Salty' },
      startedAt: Date.now(),
      workPrefix: objectKeys.chatDump(attempt),
      ...more,
    },
  };
}
const delivered = (signal?: AbortSignal, attempt = 1): Delivered => ({
  ...fixture.delivered(signal, attempt),
  progress: () => {
    beats += 1;
  },
});

const goLive = (): void => {
  sim.act('salty', { do: 'start' });
};
const received = (count: number): Promise<void> => until(() => (sim.log().chat['salty']?.listeners ?? 0) >= count);
const say = (text: string): void => {
  sim.act('salty', { do: 'say', login: 'mossy', text });
};
/** Keys of the objects in which recorders store received messages, and the mark up to when they received any. */
const pieces = async ({ input }: Command): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of storage.list(input.workPrefix)) if (/ndjson$|heard.json$/.test(key)) keys.push(key);
  return keys;
};
const chunks = async (command: Command): Promise<number> =>
  (await pieces(command)).filter((key) => key.endsWith('.ndjson')).length;
const statusOf = (pulse?: { readonly note: Message | null }): string => (pulse?.note ? english(pulse.note) : '');
const inRoom = (): Promise<void> => until(() => fixture.pulses.some((p) => /^\d+ messages$/.test(statusOf(p))));

/** Ends a dump like the API: the object is authoritative, the cancel message only makes the recorder check it. */
async function end(command: Command, at = Date.now()): Promise<void> {
  endedAt = at;
  await storage.put(objectKeys.chatDumpEnd(command.input.workPrefix), Buffer.from(JSON.stringify({ at })));
  fixture.cancel();
}
/** Starts a dump whose first recorder stores each of these messages in a chunk of its own, and then drains. */
async function receivedAndLeft(...texts: readonly string[]): Promise<Command> {
  const command = newCommand();
  const leaving = new AbortController();
  const first = newDumps().run(command, delivered(leaving.signal));
  await inRoom();
  for (const [n, text] of texts.entries()) {
    say(text);
    await until(async () => (await chunks(command)) > n);
  }
  leaving.abort(new OutsideError(untranslated('draining', 'the recorder drains')));
  await expect(first).rejects.toThrow('the recorder drains');
  return command;
}

/** Makes the file of a dump, up to the end that its recorder reported. */
async function fileOf(command: Command) {
  expect(fixture.result).toEqual({ endedAt });
  const { pieces, ...written } = await dumpFile(storage, command, endedAt);
  const entries = pieces.flatMap((p) => (p.kind === 'entry' && p.entry.message.author ? [p.entry] : []));
  const head = pieces.at(-1);
  return {
    ...written,
    entries,
    ids: entries.map((e) => e.message.id),
    gaps: head?.kind === 'head' ? head.gaps : [],
    head,
  };
}
/** The chat messages that the site has sent so far, also while nobody was in the room. */
const sent = () =>
  (sim.log().chat['salty']?.lines ?? []).filter(
    ({ id, command }) => id !== null && /^(PRIVMSG|USERNOTICE)$/.test(command),
  );

/**
 * Expects every message from the first to the last received one, and from before the end, to be in the file, once and in
 * order, or to lie in a gap that the file lists.
 */
async function expectWhole(command: Command): Promise<Awaited<ReturnType<typeof fileOf>>> {
  const file = await fileOf(command);
  const { startedAt } = command.input;
  expect(new Set(file.ids).size).toBe(file.ids.length);
  expect(file.entries.every(({ sentAt }, i) => i === 0 || sentAt >= (file.entries[i - 1]?.sentAt ?? 0))).toBe(true);
  const isReceived = ({ listeners: n }: { readonly listeners: number }): boolean => n > 0;
  const lost = sent()
    .slice(sent().findIndex(isReceived), sent().findLastIndex(isReceived) + 1)
    .filter(({ id, at }) => at <= endedAt && !file.ids.includes(id ?? ''));
  const isInGap = (at: number): boolean =>
    file.gaps.some(({ from, to }) => at - startedAt >= from * 1000 - 1 && at - startedAt <= to * 1000 + 1);
  expect(lost.filter(({ at }) => !isInGap(at)).map(({ id, at }) => `${id ?? ''} at ${at - startedAt}`)).toEqual([]);
  return file;
}

describe('a chat dump of the simulated Twitch', () => {
  it('contains every message until the operator ends it, in a TwitchDownloader file', async () => {
    const command = newCommand();
    const running = newDumps().run(command, delivered());
    await inRoom();
    goLive();
    await received(600);
    sim.act('salty', { do: 'end', how: 'endlist' });
    await end(command);
    await running;
    const { ids, gaps, head, ...written } = await expectWhole(command);
    expect([ids.toSorted(), gaps]).toEqual([
      sent()
        .map(({ id }) => id)
        .toSorted(),
      [],
    ]);
    expect(head).toMatchObject({
      head: {
        streamer: { id: '7001', name: 'Salty' },
        title: 'Chat Dump',
        startedAt: new Date(command.input.startedAt).toISOString(),
      },
    });
    expect(fixture.eventNames()).toEqual(['job-started', 'job-done']);
    expect(fixture.last('job-done')).toMatchObject({ jobName: command.jobName, attempt: command.attempt });
    expect(written).toMatchObject({
      messages: ids.length,
      warnings: [],
      sizeBytes: (await storage.head(written.key))?.sizeBytes,
    });
  });

  it('continues while an offline channel is silent, and reports that to the bus', async () => {
    const command = newCommand();
    const running = newDumps().run(command, delivered());
    await inRoom();
    const before = beats;
    await until(() => beats >= before + 5);
    sim.act('salty', { do: 'say', login: 'mossy', text: 'anybody here' });
    await until(async () => (await chunks(command)) > 0);
    await until(() => statusOf(fixture.pulses.at(-1)) === '1 messages');
    expect(fixture.pulses.at(-1)).toMatchObject({ unit: 'items', progress: 0, leftMs: null });
    await end(command);
    await running;
    expect((await fileOf(command)).entries.map((e) => e.message.fragments)).toEqual([
      [{ type: 'text', text: 'anybody here' }],
    ]);
  });

  it('continues on another recorder after a drain, with all received messages and one gap', async () => {
    const command = newCommand();
    const leaving = new AbortController();
    const first = newDumps().run(command, delivered(leaving.signal));
    await inRoom();
    goLive();
    await received(300);
    leaving.abort(new OutsideError(untranslated('draining', 'the recorder drains')));
    await expect(first).rejects.toThrow('the recorder drains');
    const between = sent().length;
    await until(() => sent().length > between + 50);
    expect(fixture.eventNames()).not.toContain('job-done');
    fixture.pulses.length = 0;
    const second = newDumps().run(command, delivered(undefined, 2));
    await inRoom();
    await received(900);
    await end(command);
    await second;
    const { ids, gaps, messages, warnings } = await expectWhole(command);
    expect([gaps.length, ids.length > 600]).toEqual([1, true]);
    expect({ messages, warnings: warnings.map(english) }).toEqual({
      messages: ids.length,
      warnings: [
        expect.stringMatching(/^no messages were received from 0:\d\d:\d\d to 0:\d\d:\d\d: no recorder was available$/),
      ],
    });
  });

  it('is reported again from its receipt after its end, and receives no more messages', async () => {
    const command = newCommand();
    const running = newDumps().run(command, delivered());
    await inRoom();
    sim.act('salty', { do: 'say', login: 'mossy', text: 'once' });
    await until(async () => (await chunks(command)) > 0);
    await end(command);
    await running;
    const [done, before] = [fixture.last('job-done'), await pieces(command)];
    await newDumps().run(command, delivered(undefined, 2));
    expect(fixture.sentEvents.filter((t) => t.name === 'job-done').map((t) => t.payload)).toEqual([done, done]);
    expect([fixture.eventNames().length, await pieces(command)]).toEqual([3, before]);
  });

  it('is delivered again if its receipt cannot be stored, and receives no more messages', async () => {
    const command = newCommand();
    const first = newDumps().run(command, delivered());
    await inRoom();
    goLive();
    await received(100);
    onPut = (key) => {
      if (key.startsWith(objectKeys.jobReceipts()))
        throw new OutsideError(untranslated('storage-away', 'the disk is not there'));
    };
    await end(command);
    await expect(first).rejects.toThrow('the disk is not there');
    expect(fixture.failure).toEqual({ waiting: true, reason: 'the disk is not there (trying again)' });
    const entered = sim.log().chat['salty']?.listeners;
    onPut = () => undefined;
    await newDumps().run(command, delivered(undefined, 20));
    expect(sim.log().chat['salty']?.listeners).toBe(entered);
    expect((await fileOf(command)).ids.length).toBeGreaterThan(90);
  });

  it('has a gap up to its end if it was ended while no recorder was available', async () => {
    const command = await receivedAndLeft('the last');
    await end(command, Date.now() + 90_000);
    const before = await pieces(command);
    await newDumps().run(command, delivered(undefined, 2));
    const { entries, gaps } = await fileOf(command);
    expect([entries.length, gaps.map(({ to }) => to), await pieces(command)]).toEqual([
      1,
      [(endedAt - command.input.startedAt) / 1000],
      before,
    ]);
  });

  it('is done without a connection to the site if it was ended and its chunks were swept', async () => {
    const command = newCommand({ endedAt: Date.now() });
    await newDumps().run(command, delivered());
    expect([fixture.result, await pieces(command), sim.log().chat['salty']?.listeners ?? 0]).toEqual([
      { endedAt: command.input.endedAt },
      [],
      0,
    ]);
  });

  it('contains no message from after its end, however late its recorder learns of the end', async () => {
    const command = newCommand();
    const running = newDumps().run(command, delivered());
    await inRoom();
    say('before');
    await until(() => statusOf(fixture.pulses.at(-1)) === '1 messages');
    const at = Date.now();
    await until(() => Date.now() > at);
    say('after');
    await until(() => statusOf(fixture.pulses.at(-1)) === '2 messages');
    await end(command, at);
    await running;
    const { entries, gaps } = await fileOf(command);
    expect([entries.map((e) => e.message.fragments), gaps]).toEqual([[[{ type: 'text', text: 'before' }]], []]);
  });

  it('is finished by the next recorder if it ends during a drain, and receives no more messages', async () => {
    const command = newCommand();
    const leaving = new AbortController();
    const first = newDumps().run(command, delivered(leaving.signal));
    await inRoom();
    say('the last');
    await until(() => statusOf(fixture.pulses.at(-1)) === '1 messages');
    await end(command);
    leaving.abort(new OutsideError(untranslated('draining', 'the recorder drains')));
    await expect(first).rejects.toThrow('the recorder drains');
    const before = await pieces(command);
    await newDumps().run(command, delivered(undefined, 2));
    expect([(await fileOf(command)).entries.length, (await fileOf(command)).gaps, await pieces(command)]).toEqual([
      1,
      [],
      before,
    ]);
  });

  it('is not reported as done if its job is cancelled', async () => {
    const command = newCommand();
    const running = newDumps().run(command, delivered());
    await inRoom();
    fixture.cancel();
    await running;
    expect(fixture.eventNames()).toEqual(['job-started']);
  });

  it('has chunks that are twelve times as long as those of a recording, which viewers wait for', () => {
    expect(DEFAULT_TIMES.dumpChunkMs / DEFAULT_TIMES.chatChunkMs).toBe(12);
  });

  it('has a gap from the last data of the site if its recorder is killed on a dead connection', async () => {
    times = { ...times, dumpMarkMs: 10 };
    const command = newCommand();
    const [killed, other] = [new AbortController(), fixture];
    const first = newDumps()
      .run(command, delivered(killed.signal))
      .catch(() => undefined);
    await inRoom();
    say('heard');
    await until(() => statusOf(fixture.pulses.at(-1)) === '1 messages');
    const deadAt = Date.now();
    sim.act('salty', { do: 'site-fault', on: 'irc', mode: 'hang' });
    say('not heard');
    // The recorder checks every 20 ms whether it has to mark that it received everything, so by then it would have.
    await until(() => Date.now() > deadAt + 2500);
    sim.act('salty', { do: 'heal' });
    fixture = newFixture();
    const second = newDumps().run(command, delivered(undefined, 2));
    await inRoom();
    await end(command);
    await second;
    killed.abort();
    await first;
    expect(other.eventNames()).toEqual(['job-started']);
    const [gap] = (await fileOf(command)).gaps;
    expect(command.input.startedAt + (gap?.from ?? Infinity) * 1000).toBeLessThanOrEqual(deadAt);
  });

  it('has a gap for the messages that only a lost machine held', async () => {
    times = { snapshotMs: 20, dumpChunkMs: 1e6, dumpMarkMs: 10 };
    const command = newCommand();
    const lost = new AbortController();
    const first = newDumps()
      .run(command, delivered(lost.signal))
      .catch(() => undefined);
    await inRoom();
    say('one');
    await until(() => statusOf(fixture.pulses.at(-1)) === '1 messages');
    const firstSentAt = sent()[0]?.at ?? 0;
    await until(() => Date.now() > firstSentAt + 2500);
    say('two');
    await until(() => statusOf(fixture.pulses.at(-1)) === '2 messages');
    await until(async () => (await pieces(command)).length > 0);
    fixture = newFixture();
    const second = newDumps().run(command, delivered(undefined, 2));
    await inRoom();
    await end(command);
    await second;
    const { entries, gaps } = await expectWhole(command);
    expect([entries.length, gaps.length]).toEqual([0, 1]);
    expect(command.input.startedAt + (gaps[0]?.from ?? Infinity) * 1000).toBeLessThan(firstSentAt);
    lost.abort();
    await first;
  });

  it('has one gap for the time without a recorder and one for the time in which the site refused the next recorder', async () => {
    const command = await receivedAndLeft('one');
    fixture.pulses.length = 0;
    sim.act('salty', { do: 'site-fault', on: 'irc', mode: '503' });
    const second = newDumps().run(command, delivered(undefined, 2));
    await until(() => fixture.pulses.some((p) => statusOf(p).includes('the chat is disconnected')));
    sim.act('salty', { do: 'heal' });
    await inRoom();
    await end(command);
    await second;
    const { gaps, warnings } = await fileOf(command);
    expect(gaps.length).toBe(2);
    expect(gaps[0]?.to).toBe(gaps[1]?.from);
    expect(warnings.map(english)).toEqual([
      expect.stringMatching(/no recorder was available$/),
      expect.not.stringMatching(/no recorder was available$/),
    ]);
  });

  it('fails without a retry at a site without chat', async () => {
    await newDumps().run(newCommand({ providerKind: 'hls' }), delivered());
    expect(fixture.failure).toEqual({ waiting: false, reason: 'This site has no chat that Vodkeep can record.' });
  });
});
