import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  type ChatAssetIndex,
  type ChatAssets,
  chatFileJob,
  type ChatPage,
  type ChatRecord,
  ChatTimeline,
  encodeChatRecord,
  EVENTS,
  type Job,
  objectKeys,
  type Vod,
} from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { TestApp, eventually } from '../../testing/test-app.js';
import { FakeWorker, type JobCommand, leaveReceipt } from '../../testing/fake-worker.js';
import { recordedVod } from '../../testing/finished-vod.js';
import { startedChat } from '../../persistence/entities/vod-chat.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { Sweeper } from '../../workflows/sweeper.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

jest.setTimeout(120_000);
type Command = JobCommand<typeof chatFileJob>;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

let app: TestApp;
let site: LiveHls;
let vod: Vod;
let converter: FakeWorker<typeof chatFileJob>;
const writer = (): VodWriter => app.nest.get(VodWriter, { strict: false });
const view = async (): Promise<Vod> => (await app.call<Vod>('GET', `/vod/${vod.uuid}`)).body.data as Vod;
const page = async (from: number, to: number): Promise<ChatPage> =>
  (await app.call<ChatPage>('GET', `/vod/${vod.uuid}/chat?from=${from}&to=${to}`)).body.data as ChatPage;
const job = async (): Promise<Job | undefined> =>
  (await app.call<Job[]>('GET', '/jobs')).body.data?.find((j) => j.kind === 'chat');
const raw = (path: string): Promise<Response> => fetch(`${app.origin}${path}`);
const nextCommand = async (n: number): Promise<Command> =>
  eventually(() => Promise.resolve(converter.commands[n]), `command ${n}`);

const keysOf = async (prefix: string): Promise<string[]> => (await app.objects(prefix)).map(({ key }) => key);
async function put(part: string, n: number, ...records: ChatRecord[]): Promise<void> {
  const stamps = records.map((r) => r.at);
  await app.storage.put(
    objectKeys.chatChunk(vod.uuid, part, {
      n,
      firstAt: Math.min(...stamps),
      lastAt: Math.max(...stamps),
      count: records.length,
    }),
    Buffer.from(records.map(encodeChatRecord).join('')),
  );
}
const message = (id: string, at: number): ChatRecord => ({
  t: 'message',
  id,
  at,
  seenAt: at,
  author: { id: '7', login: 'bob', name: 'Bob', color: null, badges: [] },
  text: 'hi Kappa',
  emotes: [{ id: '25', begin: 3, end: 8 }],
  tags: {},
  action: false,
  bits: 0,
});

/** Stores the file and reports it, as a converter does. */
async function makeFile(command: Command, messages: number): Promise<void> {
  const { attempt } = command;
  const key = objectKeys.chatFile(vod.uuid, attempt);
  await app.storage.put(key, Buffer.from(`{"attempt":"${attempt}"}`));
  await converter.done(command, { key, sizeBytes: attempt.length + 14, messages, pictures: 0, warnings: [] });
}

beforeAll(async () => {
  app = await TestApp.start();
  site = await LiveHls.start();
  vod = await recordedVod(app, site, 'quay');
  converter = await FakeWorker.start(app, chatFileJob);
});
afterAll(async () => {
  await converter.stop();
  await site.stop();
  await app.stop();
});

describe('the chat of a VOD', () => {
  it('is empty for a VOD that has none', async () => {
    expect(await page(0, 60)).toEqual({
      messages: [],
      complete_to: 60,
      cut: false,
      growing: false,
      gaps: [],
      moderation: [],
    });
    expect(await view()).toMatchObject({ chat: null, is_chatdump_captured: false });
  });

  it('is queued as a file when the recording has ended and no recorder receives chat any more', async () => {
    const part = vod.parts[0]?.id ?? (await view()).parts[0]?.id ?? '';
    const startAt = Date.parse((await view()).capture_started ?? '');
    await put(part, 0, message('a', startAt + 1000), message('b', startAt + 2000));
    await writer().update(vod.uuid, (row) => {
      row.chat = startedChat(null);
      return true;
    });
    const command = await nextCommand(0);
    expect(command).toMatchObject({
      jobName: `chat_${vod.basename}`,
      input: { source: { from: 'vod', vodUuid: vod.uuid }, streamer: { name: 'quay' } },
    });
    const { timelineKey } = command.input.source as { readonly timelineKey: string };
    const { clock } = ChatTimeline.parse(JSON.parse((await app.storage.read(timelineKey)).toString()));
    expect(clock.reduce((sum, piece) => sum + piece.fileMs, 0)).toBe(4000);
    expect(await job()).toMatchObject({ status: 'WAITING', vod_uuid: vod.uuid, can_cancel: true });
  });

  it('is finished by the report of the converter: on the VOD, beside the video, and under the name of v0', async () => {
    await makeFile(await nextCommand(0), 2);
    const done = await eventually(async () => {
      const v = await view();
      return v.chat?.state === 'done' ? v : null;
    }, 'the finished chat');
    expect(done).toMatchObject({
      is_chatdump_captured: true,
      api_getChatDumpStatus: 'STOPPED',
      chat: { messages: 2, reason: '', file: { basename: `${vod.basename}.chatdump` } },
    });
    expect(await job()).toMatchObject({ status: 'STOPPED', progress: 1 });
    expect(await (await raw(done.chat?.file?.url ?? '')).json()).toEqual({ attempt: converter.commands[0]?.attempt });
    expect((await raw(`/vods/quay/nothing.chatdump`)).status).toBe(404);
  });

  it('stays finished if a periodic run has read the VOD before its end', async () => {
    const vods = app.nest.get(VodRepository, { strict: false });
    const row = await vods.find(vod.uuid);
    if (!row?.chat) throw new Error('no chat');
    const before = Object.assign(new VodEntity(), row, { chat: { ...row.chat, state: 'running' } });
    const read = jest.spyOn(vods, 'unfinishedChats').mockResolvedValueOnce([before]);
    await eventually(() => Promise.resolve(read.mock.calls.length > 1), 'the run after that one');
    read.mockRestore();
    expect((await vods.find(vod.uuid))?.chat).toEqual(row.chat);
  });

  it('pages in file time, with its stored pictures', async () => {
    const asset = {
      kind: 'emote',
      source: 'twitch',
      id: '25',
      name: 'Kappa',
      zeroWidth: false,
      global: false,
      color: null,
      animated: false,
      width: 28,
      height: 28,
      scale: 2,
      object: 'twitch-25-2.png',
      contentType: 'image/png',
    } as const;
    await app.storage.put(
      objectKeys.chatAssetIndex(vod.uuid, 'x'),
      Buffer.from(JSON.stringify({ format: 1, assets: [asset] } satisfies ChatAssetIndex)),
    );
    await app.storage.put(objectKeys.chatAsset(vod.uuid, asset.object), PNG);
    const found = await page(0, 60);
    expect([found.messages.map((m) => m.id), found.growing, found.complete_to]).toEqual([['a', 'b'], false, 60]);
    expect((found.messages[1]?.atMs ?? 0) - (found.messages[0]?.atMs ?? 0)).toBe(1000);
    const assets = (await app.call<ChatAssets>('GET', `/vod/${vod.uuid}/chat/assets`)).body.data;
    expect(assets?.emotes).toEqual([expect.objectContaining({ key: 'emote/twitch/25', name: 'Kappa', width: 28 })]);
    const picture = await raw(assets?.emotes[0]?.url ?? '');
    expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'private, max-age=31536000, immutable',
    ]);
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(PNG);
  });

  it.each(['nothing.png', 'index-x.json', '..%2f..%2fx.png', 'a.svg'])(
    'W55 answers %s with a reason in JSON, never with the page',
    async (name) => {
      const answer = await raw(`/api/v0/vod/${vod.uuid}/chat/assets/${name}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('application/json'),
      ]);
      expect(await answer.json()).toMatchObject({
        status: 'ERROR',
        message: expect.stringMatching(/has no such picture|This file no longer exists/),
      });
    },
  );

  it('W55 answers 404 for an unknown VOD', async () => {
    for (const path of ['chat?from=0&to=1', 'chat/assets'])
      expect(await app.call('GET', `/vod/0b6b7f5e-7a86-4b0c-9a57-0d5b1f1d7c11/${path}`)).toMatchObject({
        status: 404,
        body: { code: 'vod-missing' },
      });
    expect((await app.call('GET', `/vod/${vod.uuid}/chat?from=x`)).status).toBe(400);
  });

  it('is made again when chat comes late, and the old file stays until then', async () => {
    await app.bus.publish(
      EVENTS.partRecovered,
      {
        vodUuid: vod.uuid,
        partId: (await view()).parts[0]?.id ?? '',
        recorder: 'n/0',
        at: Date.now(),
        segments: 0,
        bytes: 0,
      },
      { msgId: 'late' },
    );
    const again = await nextCommand(1);
    expect(again.attempt).not.toBe(converter.commands[0]?.attempt);
    expect((await view()).chat).toMatchObject({ file: { size: 40 } });
    await makeFile(converter.commands[0] as Command, 99);
    await makeFile(again, 3);
    const done = await eventually(async () => {
      const v = await view();
      return v.chat?.state === 'done' ? v : null;
    }, 'the chat made again');
    expect(done.chat?.messages).toBe(3);
  });

  it('W54 can be stopped and retried, without an effect on the VOD', async () => {
    await app.bus.publish(
      EVENTS.partRecovered,
      {
        vodUuid: vod.uuid,
        partId: (await view()).parts[0]?.id ?? '',
        recorder: 'n/0',
        at: Date.now(),
        segments: 0,
        bytes: 0,
      },
      { msgId: 'late-2' },
    );
    await nextCommand(2);
    const name = encodeURIComponent(`chat_${vod.basename}`);
    await eventually(async () => (await job())?.status === 'WAITING', 'the queued job');
    const before = (await view()).state;
    expect((await app.call('DELETE', `/jobs/${name}`)).status).toBe(200);
    expect(await view()).toMatchObject({
      state: before,
      chat: { state: 'failed', messages: 3, reason: expect.stringContaining('stopped') },
    });
    expect((await app.call('POST', `/jobs/${name}/retry`, {})).status).toBe(200);
    const again = await nextCommand(3);
    await converter.failed(again, 'the disk is full');
    await eventually(async () => (await view()).chat?.reason === 'the disk is full', 'the reason');
    expect(await job()).toMatchObject({ status: 'ERROR', error: 'the disk is full', can_retry: true });
    await app.call('POST', `/jobs/${name}/retry`, {});
    await makeFile(await nextCommand(4), 3);
    await eventually(async () => (await view()).chat?.state === 'done', 'the chat at last');
  });

  it('uses the receipt of a finished attempt whose event was lost', async () => {
    await app.bus.publish(
      EVENTS.partRecovered,
      {
        vodUuid: vod.uuid,
        partId: (await view()).parts[0]?.id ?? '',
        recorder: 'n/0',
        at: Date.now(),
        segments: 0,
        bytes: 0,
      },
      { msgId: 'late-3' },
    );
    const { attempt } = await nextCommand(5);
    const key = objectKeys.chatFile(vod.uuid, attempt);
    await app.storage.put(key, Buffer.from('{}'));
    const made = { key, sizeBytes: 2, messages: 5, pictures: 0, warnings: [] };
    await leaveReceipt(app, { kind: chatFileJob.kind, attempt }, made);
    await eventually(async () => (await view()).chat?.messages === 5, 'the receipt to be read', 30_000);
  });

  it('remains after the segments are deleted: page, images and file', async () => {
    const before = await page(0, 60);
    await writer().update(vod.uuid, (row) => {
      row.segmentsGone = true;
      return true;
    });
    await app.nest.get(Sweeper, { strict: false }).run();
    const left = await keysOf(objectKeys.vod(vod.uuid));
    expect(left.filter((key) => key.includes('/s/') || key.includes('/j/'))).toEqual([]);
    expect(left.filter((key) => key.includes('/c/'))).toHaveLength(1);
    // A changed row makes the API read the chat from storage again.
    await writer().update(vod.uuid, (row) => {
      row.mediaMs += 1;
      return true;
    });
    expect(await page(0, 60)).toEqual(before);
  });

  it('is deleted with its VOD', async () => {
    await writer().update(vod.uuid, (row) => {
      row.convertState = 'failed';
      return true;
    });
    const url = (await view()).chat?.file?.url ?? '';
    expect((await app.call('DELETE', `/vod/${vod.uuid}`)).status).toBe(200);
    expect((await raw(url)).status).toBe(404);
    await eventually(async () => (await keysOf(objectKeys.vod(vod.uuid))).length === 0, 'the end of its objects');
  });
});
