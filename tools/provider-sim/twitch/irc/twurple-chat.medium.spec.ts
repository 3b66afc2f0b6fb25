import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChatClient, parseChatMessage, type ChatMessage } from '@twurple/chat';
import { HARBOUR, onTwitch, TwitchClient } from '../twitch-client.fixture.js';

/** twurple (MIT) reads the chat as its own authors understood it; a difference here is the simulator's fault. */
describe('twurple, an independent client of the simulated chat', () => {
  let twitch: TwitchClient;
  let client: ChatClient;
  const sockets: Socket[] = [];
  const received = new Map<string, number>();
  const messages: ChatMessage[] = [];
  const waiting: (() => void)[] = [];

  function count(what: string): void {
    received.set(what, (received.get(what) ?? 0) + 1);
    for (const wake of waiting.splice(0)) wake();
  }
  async function until(what: string): Promise<void> {
    while (!received.has(what))
      await new Promise<void>((done) => {
        waiting.push(done);
      });
  }

  beforeAll(async () => {
    twitch = await TwitchClient.open({ channels: [onTwitch('harbour', { ...HARBOUR, chatPerMinute: 60_000 })] });
    const wsOptions = {
      createConnection: () => {
        const socket = connect(twitch.sim.port, '127.0.0.1');
        sockets.push(socket);
        return socket;
      },
    };
    client = new ChatClient({
      channels: ['harbour'],
      ssl: false,
      connectionOptions: { wsOptions },
      logger: { minLevel: 'critical' },
      rejoinChannelsOnReconnect: true,
    });
    const joined = new Promise<void>((done) => {
      client.onJoin(() => {
        count('join');
        done();
      });
    });
    client.onMessage((...[, , , message]) => {
      messages.push(message);
      count('message');
    });
    client.onAction(() => {
      count('action');
    });
    for (const kind of [
      'Sub',
      'Resub',
      'SubGift',
      'CommunitySub',
      'GiftPaidUpgrade',
      'PrimePaidUpgrade',
      'StandardPayForward',
      'CommunityPayForward',
      'Raid',
      'RaidCancel',
      'Ritual',
      'BitsBadgeUpgrade',
      'Announcement',
      'Ban',
      'Timeout',
      'ChatClear',
      'MessageRemove',
      'Slow',
      'EmoteOnly',
      'FollowersOnly',
      'SubsOnly',
      'UniqueChat',
    ] as const)
      (client[`on${kind}`] as (listener: () => void) => unknown)(() => {
        count(kind);
      });
    client.connect();
    await joined;
    twitch.sim.act('harbour', { do: 'start' });
  });
  afterAll(async () => {
    client.quit();
    await twitch.sim.stop();
  });

  it.each([
    'message',
    'action',
    'Sub',
    'Resub',
    'SubGift',
    'CommunitySub',
    'GiftPaidUpgrade',
    'PrimePaidUpgrade',
    'StandardPayForward',
    'CommunityPayForward',
    'Raid',
    'RaidCancel',
    'Ritual',
    'BitsBadgeUpgrade',
    'Announcement',
    'Ban',
    'Timeout',
    'ChatClear',
    'MessageRemove',
    'Slow',
    'EmoteOnly',
    'FollowersOnly',
    'SubsOnly',
    'UniqueChat',
  ])('learns of: %s', async (what) => {
    await until(what);
    expect(received.get(what)).toBeGreaterThan(0);
  });

  it('finds the emotes where they are, cheers, replies and first messages', async () => {
    await until('MessageRemove');
    const kappas = messages.filter(
      ({ text, emoteOffsets }) =>
        /(^| )Kappa( |$)/.test(text) &&
        [...emoteOffsets.values()].flat().every((range) => /^\d+-\d+$/.test(range)) &&
        !text.includes('broken'),
    );
    expect(kappas.length).toBeGreaterThan(0);
    for (const { text, emoteOffsets } of kappas)
      expect(
        parseChatMessage(text, emoteOffsets)
          .filter((part) => part.type === 'emote')
          .map((part) => part.name),
      ).toContain('Kappa');
    expect(messages.some(({ bits, isCheer }) => isCheer && bits > 0)).toBe(true);
    expect(messages.some(({ isReply, parentMessageUserName }) => isReply && parentMessageUserName !== null)).toBe(true);
    expect(
      messages.every(({ id, channelId, date }) => id !== '' && channelId === HARBOUR.userId && date.getTime() > 0),
    ).toBe(true);
  });

  it('comes back by itself when it is asked to reconnect, and after a dropped socket', async () => {
    for (const how of ['reconnect', 'drop'] as const) {
      received.delete('join');
      const before = sockets.length;
      twitch.sim.act('harbour', { do: 'chat', how, forMs: 100 });
      await until('join');
      expect(sockets.length).toBeGreaterThan(before);
      received.delete('message');
      await until('message');
    }
  });
});
