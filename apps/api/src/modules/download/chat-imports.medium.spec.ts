import 'reflect-metadata';
import { type ChatPage } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { DownloadHouse } from '../../testing/download-house.js';
import { aVod, store } from '../../testing/rows.js';
import { onTwitch } from '../../testing/twitch-house.js';
import { type VodEntity } from '../vod/vod.entity.js';

jest.setTimeout(60_000);

const T0 = Date.parse('2026-10-01T18:00:00Z');
let all: DownloadHouse;
beforeAll(async () => {
  all = await DownloadHouse.open({ settings: {}, channels: [onTwitch('kept', '75000001')] });
});
afterAll(() => all.stop());

interface Answer {
  readonly status: number;
  readonly body: { message?: string; code?: string; data?: object };
}
const send = async (uuid: string, body: string | Buffer, type = 'application/octet-stream'): Promise<Answer> => {
  const res = await fetch(`${all.house.origin}/api/v0/vod/${uuid}/chat/import`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': type },
  });
  return { status: res.status, body: (await res.json()) as Answer['body'] };
};
async function finished(over: Partial<VodEntity> = {}): Promise<string> {
  const clock = [{ site: T0, siteMs: 40_000, file: 0, fileMs: 40_000 }];
  const whole = { startedAt: new Date(T0), clock, segmentsGone: true, mediaMs: 40_000 };
  const vod = aVod({ channelUuid: all.kept.uuid, ...whole, ...over });
  await store(all.db, vod);
  return vod.uuid;
}
const comment = (id: string, n: number, more: object = {}) => ({
  _id: id,
  created_at: new Date(T0 + n * 1000).toISOString(),
  content_offset_seconds: n,
  commenter: { display_name: 'Ann', _id: '7', name: 'ann' },
  message: { body: `word ${n}`, fragments: [{ text: `word ${n}`, emoticon: null }], user_badges: [], user_color: null },
  ...more,
});
const fileOf = (...comments: object[]): string => JSON.stringify({ comments });
const shown = async (uuid: string): Promise<string[] | undefined> =>
  (await all.call<ChatPage>('GET', `/vod/${uuid}/chat?from=-10&to=50`)).body.data?.messages.map((m) => m.id);

describe('a chat file that is imported', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'text/plain'])('is taken as %s', async (type) => {
    const uuid = await finished();
    expect(await send(uuid, fileOf(comment('a', 1)), type)).toMatchObject({
      status: 200,
      body: { data: { messages: 1 } },
    });
    expect(await shown(uuid)).toEqual(['a']);
  });

  it('is taken as JSON too where it is packed, longer than other bodies may be, or torn', async () => {
    const comments = Array.from({ length: 500 }, (_, n) => comment(`c${n}`, 1 + n / 100));
    expect(fileOf(...comments).length).toBeGreaterThan(102_400);
    for (const file of [fileOf(...comments), gzipSync(fileOf(...comments))])
      expect(await send(await finished(), file, 'application/json')).toMatchObject({
        body: { data: { messages: 500 } },
      });
    expect(await send(await finished(), fileOf(comment('a', 1)).slice(0, 60), 'application/json')).toMatchObject({
      status: 400,
      body: { code: 'chat-unreadable' },
    });
  });
});
