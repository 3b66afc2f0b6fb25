import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readTdChat, type TdPiece } from '#libs/chat';
import { type chatDump, objectKeys, type Payload } from '#libs/contracts';
import { OutsideError } from '#libs/errors';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { type Delivered } from '#libs/service-kit';
import { openStorage, type OpenStorage, type Storage } from '#libs/storage';
import { tempDir } from '#libs/testkit';
import { ulid } from 'ulid';
import { type Sim, smallChannel, startSim } from '../../../../tools/provider-sim/index.js';
import { DEFAULT_TIMES } from '../core/tokens.js';
import { Spool } from '../store/spool.js';
import { ChatDump } from './chat-dump.service.js';
import { DownloadBench } from './download-bench.fixture.js';

jest.setTimeout(60_000);

type Command = Payload<typeof chatDump>;

let dir: ReturnType<typeof tempDir>;
let storage: OpenStorage;
let sim: Sim;
let bench: DownloadBench;
/** Called before each object is stored. */
let onPut: (key: string) => void;
let beats: number;

beforeEach(async () => {
  dir = tempDir('chat-dump');
  storage = await openStorage({ kind: 'file', rootDir: join(dir.path, 'media'), sync: 'off' });
  sim = await startSim({ scenario: { name: 'spec', about: '', steps: [], channels: [smallChannel('salty', { twitch: { userId: '7001', displayName: 'Salty', title: 'Boats', category: 'Chess', chatPerMinute: 12_000 } })] } });
  [bench, onPut, beats] = [new DownloadBench({}), () => undefined, 0];
});
afterEach(async () => { await sim.stop(); await storage.close(); dir.remove(); });

const stored = (): Storage => Object.assign(Object.create(storage) as Storage, {
  list: storage.list.bind(storage), read: storage.read.bind(storage), head: storage.head.bind(storage), put: (...[key, body, options]: Parameters<Storage['put']>) => { onPut(key); return storage.put(key, body, options); },
});
function newDumps(): ChatDump {
  const site = new Providers({ sites: new SiteAddresses(`${sim.url}/h/{host}`), account: () => NO_ACCOUNT });
  const spool = new Spool({ dir: join(dir.path, 'spool'), maxBytes: 1e8, maxAgeMs: 1e9, now: () => 0 });
  return new ChatDump(bench.runs, { chatOf: (kind) => site.of(kind).chat }, bench.bus, stored(), spool, { ...DEFAULT_TIMES, chatChunkMs: 100, snapshotMs: 20 }, bench.log);
}
function newCommand(more: Partial<Command> = {}): Command {
  const attempt = ulid();
  return { jobName: 'chatdump_salty-2026.json', attempt, providerKind: 'twitch', streamer: { id: '7001', login: 'salty', name: 'Salty' }, startedAt: Date.now(), endedAt: null, outKey: `saved_vods/${attempt}.json`, workPrefix: objectKeys.chatDump(attempt), ...more };
}
const delivered = (signal?: AbortSignal, attempt = 1): Delivered => ({ ...bench.delivered(signal, attempt), progress: () => { beats += 1; } });

const goLive = (): void => { sim.act('salty', { do: 'start' }); };
async function until(holds: () => boolean | Promise<boolean>): Promise<void> { while (!await holds()) await new Promise((resolve) => { setImmediate(resolve); }); }
const heard = (count: number): Promise<void> => until(() => (sim.log().chat['salty']?.heard ?? 0) >= count);
const chunks = async (prefix: string): Promise<number> => { let n = 0; for await (const { key } of storage.list(prefix)) if (key.endsWith('.ndjson')) n += 1; return n; };
const inRoom = (): Promise<void> => until(() => bench.pulses.some((p) => /^\d+ messages$/.test(p.note)));

async function piecesOf(key: string): Promise<TdPiece[]> {
  const pieces: TdPiece[] = [];
  for await (const piece of readTdChat((await storage.get(key)).stream as AsyncIterable<Uint8Array>)) pieces.push(piece);
  return pieces;
}
async function fileOf({ outKey }: Command) {
  const pieces = await piecesOf(outKey);
  const said = pieces.flatMap((p) => (p.kind === 'entry' && p.entry.message.author ? [p.entry] : []));
  const head = pieces.at(-1);
  return { said, ids: said.map((e) => e.message.id), gaps: head?.kind === 'head' ? head.gaps : [], head };
}
/** What people said and the site told, as far as somebody was in the room or not. */
const sent = () => (sim.log().chat['salty']?.lines ?? []).filter(({ id, command }) => id !== null && /^(PRIVMSG|USERNOTICE)$/.test(command));

/** Every message of the site from the first to the last one that was heard is in the file, once and in order, or lies in a hole that the file names. */
async function expectWhole(command: Command): Promise<Awaited<ReturnType<typeof fileOf>>> {
  const file = await fileOf(command);
  expect(new Set(file.ids).size).toBe(file.ids.length);
  expect(file.said.every(({ sentAt }, i) => i === 0 || sentAt >= (file.said[i - 1]?.sentAt ?? 0))).toBe(true);
  const isHeard = ({ heard: n }: { readonly heard: number }): boolean => n > 0;
  const lost = sent().slice(sent().findIndex(isHeard), sent().findLastIndex(isHeard) + 1).filter(({ id }) => !file.ids.includes(id ?? ''));
  const isInHole = (at: number): boolean => file.gaps.some(({ from, to }) => at - command.startedAt >= from * 1000 - 1 && at - command.startedAt <= to * 1000 + 1);
  expect(lost.filter(({ at }) => !isInHole(at)).map(({ id, at }) => `${id ?? ''} at ${at - command.startedAt}`)).toEqual([]);
  return file;
}

describe('a dump of the chat of the simulated Twitch', () => {
  it('hears everything until the operator ends it, and makes a file of TwitchDownloader of it', async () => {
    const command = newCommand();
    const running = newDumps().run(command, delivered());
    await inRoom();
    goLive();
    await heard(600);
    sim.act('salty', { do: 'end', how: 'endlist' });
    bench.cancel();
    await running;
    const { ids, gaps, head } = await expectWhole(command);
    expect([ids.toSorted(), gaps]).toEqual([sent().map(({ id }) => id).toSorted(), []]);
    expect(head).toMatchObject({ head: { streamer: { id: '7001', name: 'Salty' }, title: 'Chat Dump', startedAt: new Date(command.startedAt).toISOString() } });
    expect(bench.names()).toEqual(['download-started', 'chat-dumped']);
    expect(bench.last('chat-dumped')).toMatchObject({ attempt: command.attempt, key: command.outKey, messages: ids.length, warnings: [], sizeBytes: (await storage.head(command.outKey))?.sizeBytes });
  });

  it('of a channel that is off goes on in silence, and the bus hears that it does', async () => {
    const command = newCommand();
    const running = newDumps().run(command, delivered());
    await inRoom();
    const before = beats;
    await until(() => beats >= before + 5);
    sim.act('salty', { do: 'say', login: 'mossy', text: 'anybody here' });
    await until(async () => await chunks(command.workPrefix) > 0);
    await until(() => bench.pulses.at(-1)?.note === '1 messages');
    expect(bench.pulses.at(-1)).toMatchObject({ unit: 'items', progress: 0, leftMs: null });
    bench.cancel();
    await running;
    expect((await fileOf(command)).said.map((e) => e.message.fragments)).toEqual([[{ type: 'text', text: 'anybody here' }]]);
  });

  it('goes on after its recorder left: what was heard is stored before, and the hole is named', async () => {
    const command = newCommand();
    const leaving = new AbortController();
    const first = newDumps().run(command, delivered(leaving.signal));
    await inRoom();
    goLive();
    await heard(300);
    leaving.abort(new OutsideError('draining', 'the recorder drains'));
    await expect(first).rejects.toThrow('the recorder drains');
    const between = sent().length;
    await until(() => sent().length > between + 50);
    expect(bench.names()).not.toContain('chat-dumped');
    bench.pulses.length = 0;
    const second = newDumps().run(command, delivered(undefined, 2));
    await inRoom();
    await heard(900);
    bench.cancel();
    await second;
    const { ids, gaps } = await expectWhole(command);
    expect([gaps.length, ids.length > 600]).toEqual([1, true]);
    expect(bench.last('chat-dumped')).toMatchObject({ messages: ids.length, warnings: [expect.stringMatching(/^nothing was heard from 0:\d\d:\d\d to 0:\d\d:\d\d: no recorder was there$/)] });
  });

  it('that is over is told again from its receipt, and its file stays as it is also when nothing else is left', async () => {
    const command = newCommand();
    const running = newDumps().run(command, delivered());
    await inRoom();
    sim.act('salty', { do: 'say', login: 'mossy', text: 'once' });
    await until(async () => await chunks(command.workPrefix) > 0);
    bench.cancel();
    await running;
    const [told, file] = [bench.last('chat-dumped'), await storage.read(command.outKey)];
    await newDumps().run(command, delivered(undefined, 2));
    expect(bench.told.filter((t) => t.name === 'chat-dumped').map((t) => t.payload)).toEqual([told, told]);
    await storage.deletePrefix(command.workPrefix);
    await newDumps().run(command, delivered(undefined, 3));
    expect([bench.told.filter((t) => t.name === 'chat-dumped').length, await storage.read(command.outKey)]).toEqual([2, file]);
  });

  it('whose file cannot be written is tried again, and hears nothing more for it', async () => {
    const command = newCommand();
    const first = newDumps().run(command, delivered());
    await inRoom();
    goLive();
    await heard(100);
    onPut = (key) => { if (key === command.outKey) throw new OutsideError('storage-away', 'the disk is not there'); };
    bench.cancel();
    await expect(first).rejects.toThrow('the disk is not there');
    expect(bench.last('download-failed')).toMatchObject({ waiting: true, reason: 'the disk is not there; it is tried again' });
    const entered = sim.log().chat['salty']?.heard;
    onPut = () => undefined;
    await newDumps().run(command, delivered(undefined, 20));
    expect(sim.log().chat['salty']?.heard).toBe(entered);
    expect((await fileOf(command)).ids.length).toBeGreaterThan(90);
  });

  it('that was ended while no recorder was there is a file of what there is, with the hole up to its end', async () => {
    const leaving = new AbortController();
    const command = newCommand();
    const first = newDumps().run(command, delivered(leaving.signal));
    await inRoom();
    sim.act('salty', { do: 'say', login: 'mossy', text: 'the last' });
    await until(() => bench.pulses.at(-1)?.note === '1 messages');
    leaving.abort(new OutsideError('draining', 'the recorder drains'));
    await expect(first).rejects.toThrow();
    const endedAt = Date.now() + 90_000;
    await newDumps().run({ ...command, endedAt }, delivered(undefined, 2));
    const { said, gaps } = await fileOf(command);
    expect([said.length, gaps.map(({ to }) => to)]).toEqual([1, [(endedAt - command.startedAt) / 1000]]);
  });

  it('at a site without a chat fails once and for all', async () => {
    await newDumps().run(newCommand({ providerKind: 'hls' }), delivered());
    expect(bench.last('download-failed')).toMatchObject({ waiting: false, reason: 'This site has no chat that could be followed.' });
  });
});
