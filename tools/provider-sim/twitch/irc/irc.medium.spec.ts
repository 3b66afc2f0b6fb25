import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { SiteRouter } from '../../http/site-router.js';
import { TwitchTokens } from '../auth/twitch-tokens.js';
import { Archive } from '../past/archive.js';
import { PlaybackSessions } from '../media/playback-sessions.js';
import { TwitchActions } from '../twitch-actions.js';
import { TWITCH_SETTINGS } from '../twitch-settings.js';
import { TwitchFaults } from '../twitch-faults.js';
import { TwitchWorld, type TwitchChannel } from '../world.js';
import { ChatBook } from './chat-log.js';
import { ircSite, type IrcLimits } from './irc.site.js';
import { tagOf } from './irc-line.js';

/** A client that keeps every line, and waits for one. */
class Client {
  readonly lines: string[] = [];
  frames = 0;
  closed: Promise<void>;
  private waiting: (() => void)[] = [];
  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.frames += 1;
      this.lines.push(
        ...data
          .toString('utf8')
          .split('\r\n')
          .filter((line) => line !== ''),
      );
      for (const wake of this.waiting.splice(0)) wake();
    });
    this.closed = new Promise((done) => {
      socket.on('close', () => {
        done();
      });
    });
  }

  static async open(url: string): Promise<Client> {
    const client = new Client(new WebSocket(url, 'irc'));
    await new Promise<void>((done, fail) => {
      client.socket.once('open', done);
      client.socket.once('error', fail);
    });
    return client;
  }

  send(...lines: string[]): void {
    this.socket.send(lines.map((line) => `${line}\r\n`).join(''));
  }

  /** The first line so far, or to come, that has the text. */
  async line(part: string): Promise<string> {
    for (;;) {
      const found = this.lines.find((line) => line.includes(part));
      if (found !== undefined) return found;
      await new Promise<void>((done) => {
        this.waiting.push(done);
      });
    }
  }

  /** Everything before it has been received when this comes back. */
  async settled(): Promise<void> {
    const mark = `settled-${String(this.lines.length)}-${String(Math.random())}`;
    this.send(`PING :${mark}`);
    await this.line(mark);
  }
}

describe('the chat server', () => {
  const world = new TwitchWorld([
    {
      name: 'harbour',
      twitch: { userId: '1001', displayName: 'Harbour', title: '', category: '', chatPerMinute: 6000 },
    },
    { name: 'quiet', twitch: { userId: '1002', displayName: 'Quiet', title: '', category: '' } },
  ]);
  const [harbour, quiet] = world.channels as [TwitchChannel, TwitchChannel];
  const actions = new TwitchActions();
  let server: Server;
  let router: SiteRouter;
  let chat: ChatBook;
  let faults: TwitchFaults;
  let url = '';
  let tokens: TwitchTokens;
  let stop: () => void;
  const clients: Client[] = [];

  async function begin(limits: Partial<IrcLimits> = {}): Promise<void> {
    chat = new ChatBook();
    faults = new TwitchFaults();
    tokens = new TwitchTokens({ app: 60, user: 60 });
    const site = ircSite(
      {
        world,
        channels: new Map(),
        faults,
        actions,
        tokens,
        settings: TWITCH_SETTINGS,
        chat,
        sessions: new PlaybackSessions(),
        past: new Archive(world, new Map()),
        mediaDir: async () => '',
        record: () => undefined,
        seed: 1,
      },
      limits,
    );
    router = new SiteRouter([site]);
    server = createServer();
    server.on('upgrade', (request, socket, head) => {
      router.upgrade(request, socket, head);
    });
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    url = `ws://127.0.0.1:${String((server.address() as AddressInfo).port)}/h/irc-ws.chat.twitch.tv`;
    stop = () => {
      site.stop?.();
      router.stop();
    };
  }
  async function end(): Promise<void> {
    for (const { socket } of clients.splice(0)) socket.terminate();
    world.goOffline(harbour);
    world.removeAllListeners();
    actions.removeAllListeners();
    stop();
    await new Promise((done) => {
      server.close(done);
    });
  }
  beforeEach(() => begin());
  afterEach(end);

  async function open(): Promise<Client> {
    const client = await Client.open(url);
    clients.push(client);
    return client;
  }
  async function joined(...logins: string[]): Promise<Client> {
    const client = await open();
    client.send(
      'CAP REQ :twitch.tv/tags twitch.tv/commands',
      'NICK justinfan4711',
      ...logins.map((login) => `JOIN #${login}`),
    );
    for (const login of logins) await client.line(` ROOMSTATE #${login}`);
    return client;
  }

  it('greets an anonymous client: capabilities, numerics, channel, state of the room', async () => {
    const client = await open();
    client.send('CAP REQ :twitch.tv/tags twitch.tv/commands', 'PASS SCHMOOPIIE', 'NICK justinfan1234', 'JOIN #quiet');
    await client.line('ROOMSTATE');
    expect(client.lines).toEqual([
      ':tmi.twitch.tv CAP * ACK :twitch.tv/tags twitch.tv/commands',
      ':tmi.twitch.tv 001 justinfan1234 :Welcome, GLHF!',
      ':tmi.twitch.tv 002 justinfan1234 :Your host is tmi.twitch.tv',
      ':tmi.twitch.tv 003 justinfan1234 :This server is rather new',
      ':tmi.twitch.tv 004 justinfan1234 :-',
      ':tmi.twitch.tv 375 justinfan1234 :-',
      ':tmi.twitch.tv 372 justinfan1234 :You are in a maze of twisty passages, all alike.',
      ':tmi.twitch.tv 376 justinfan1234 :>',
      ':justinfan1234!justinfan1234@justinfan1234.tmi.twitch.tv JOIN #quiet',
      ':justinfan1234.tmi.twitch.tv 353 justinfan1234 = #quiet :justinfan1234',
      ':justinfan1234.tmi.twitch.tv 366 justinfan1234 #quiet :End of /NAMES list',
      '@emote-only=0;followers-only=-1;r9k=0;rituals=0;room-id=1002;slow=0;subs-only=0 :tmi.twitch.tv ROOMSTATE #quiet',
    ]);
  });

  it('refuses capabilities that it does not know', async () => {
    const client = await open();
    client.send('CAP REQ :twitch.tv/tags away-notify');
    expect(await client.line('CAP')).toBe(':tmi.twitch.tv CAP * NAK :twitch.tv/tags away-notify');
  });

  it('says nothing about a channel that does not exist, nor to capitals', async () => {
    const client = await joined('quiet');
    const before = client.lines.length;
    client.send('JOIN #nobody_here', 'JOIN #QUIET');
    await client.settled();
    expect(client.lines.slice(before)).toHaveLength(1);
  });

  it('joins several channels of one line, and leaves one', async () => {
    const client = await open();
    client.send('CAP REQ :twitch.tv/tags twitch.tv/commands', 'NICK justinfan1', 'JOIN #quiet,#harbour');
    await client.line(' ROOMSTATE #harbour');
    client.send('PART #quiet');
    await client.line('PART #quiet');
    actions.dispatch(quiet, { do: 'say', text: 'not heard' });
    actions.dispatch(harbour, { do: 'say', text: 'heard' });
    await client.line(' PRIVMSG #harbour :heard');
    expect(client.lines.filter((line) => line.includes('not heard'))).toEqual([]);
    expect(chat.logOf(quiet.userId)).toMatchObject({ sent: 1, listeners: 0 });
    expect(chat.logOf(harbour.userId)).toMatchObject({ sent: 1, listeners: 1 });
  });

  it('answers a PING with its text, and ends a client that leaves two of its own unanswered', async () => {
    await end();
    await begin({ pingEveryMs: 150 });
    const client = await joined('quiet');
    client.send('PING :still there');
    expect(await client.line('PONG')).toBe(':tmi.twitch.tv PONG tmi.twitch.tv :still there');
    await client.line('PING :tmi.twitch.tv');
    await client.closed;
  });

  it('keeps a client that answers its PINGs', async () => {
    await end();
    await begin({ pingEveryMs: 150 });
    const client = await joined('quiet');
    client.socket.on('message', (data: Buffer) => {
      if (data.toString().includes('PING :tmi')) client.send('PONG :tmi.twitch.tv');
    });
    await new Promise<void>((done) => {
      client.socket.on('message', () => {
        if (client.lines.filter((line) => line.startsWith('PING')).length >= 6) done();
      });
    });
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('shows neither tags nor notices to a client that asked for no capabilities', async () => {
    const client = await open();
    client.send('NICK justinfan77', 'JOIN #quiet');
    await client.line('366');
    actions.dispatch(quiet, { do: 'say', raw: '@id=1;msg-id=raid :tmi.twitch.tv USERNOTICE #quiet' });
    actions.dispatch(quiet, { do: 'say', login: 'mossy', text: 'hello' });
    expect(await client.line('hello')).toBe(':mossy!mossy@mossy.tmi.twitch.tv PRIVMSG #quiet :hello');
    expect(client.lines.filter((line) => /USERNOTICE|ROOMSTATE/.test(line))).toEqual([]);
  });

  it('refuses a bad login with a notice, then ends', async () => {
    for (const [lines, text] of [
      [['NICK somebody'], 'Improperly formatted auth'],
      [['PASS oauth:wrong', 'NICK somebody'], 'Login authentication failed'],
      [['NICK justinfan'], 'Improperly formatted auth'],
    ] as const) {
      const client = await open();
      client.send(...lines);
      expect(await client.line('NOTICE')).toBe(`:tmi.twitch.tv NOTICE * :${text}`);
      await client.closed;
    }
  });

  it('lets in who has a user token, and tells them of themselves', async () => {
    const client = await open();
    client.send(
      'CAP REQ :twitch.tv/tags twitch.tv/commands',
      `PASS oauth:${tokens.issueUser('1002', []).accessToken}`,
      'NICK quiet',
      'JOIN #quiet',
    );
    await client.line('ROOMSTATE');
    expect(
      client.lines
        .map((line) => / (GLOBALUSERSTATE|USERSTATE|ROOMSTATE|001)\b/.exec(line)?.[1])
        .filter((command) => command !== undefined),
    ).toEqual(['001', 'GLOBALUSERSTATE', 'USERSTATE', 'ROOMSTATE']);
    const app = await open();
    app.send(`PASS oauth:${tokens.issueApp([]).accessToken}`, 'NICK quiet');
    expect(await app.line('NOTICE')).toContain('Login authentication failed');
  });

  it('names who is there only to those who asked for it', async () => {
    const client = await open();
    client.send('CAP REQ :twitch.tv/membership', 'NICK justinfan1', 'JOIN #quiet');
    expect(await client.line('mossy')).toBe(':mossy!mossy@mossy.tmi.twitch.tv JOIN #quiet');
    const other = await joined('quiet');
    await other.settled();
    expect(other.lines.filter((line) => / JOIN /.test(line))).toHaveLength(1);
  });

  it('lets 20 logins in within 10 s from one address', async () => {
    await end();
    await begin({ logins: 1 });
    await joined('quiet');
    const client = await open();
    client.send('NICK justinfan2');
    expect(await client.line('NOTICE')).toBe(':tmi.twitch.tv NOTICE * :Login unsuccessful');
  });

  it('answers what it does not know', async () => {
    const client = await joined('quiet');
    client.send('PRIVMSG #quiet :from nobody', 'DANCE now');
    expect(await client.line('421')).toBe(':tmi.twitch.tv 421 justinfan4711 DANCE :Unknown command');
    expect(chat.logOf(quiet.userId).sent).toBe(0);
  });

  it('takes 20 channels in 10 s from one client, and drops what is more', async () => {
    await end();
    await begin({ joins: 3 });
    const client = await open();
    client.send(
      'CAP REQ :twitch.tv/commands',
      'NICK justinfan1',
      'JOIN #nobody,#quiet',
      'PART #quiet',
      'JOIN #quiet',
      'PART #quiet',
      'JOIN #harbour',
    );
    await client.settled();
    expect(client.lines.filter((line) => / JOIN /.test(line))).toHaveLength(2);
    expect(client.lines.filter((line) => line.includes('harbour'))).toEqual([]);
  });

  it('says a line as it stands', async () => {
    const client = await joined('quiet');
    const raw = '@badge-info;x=\\:;id=abc :a!a@a.tmi.twitch.tv PRIVMSG #quiet ::)  two';
    actions.dispatch(quiet, { do: 'say', raw });
    expect(await client.line('two')).toBe(raw);
    expect(chat.logOf(quiet.userId).lines).toMatchObject([{ id: 'abc', command: 'PRIVMSG', line: raw, listeners: 1 }]);
  });

  it('writes its own time in a text that asks for it', async () => {
    const client = await joined('quiet');
    actions.dispatch(quiet, { do: 'say', text: 'mark {at} end' });
    const line = await client.line('mark');
    expect(line).toMatch(new RegExp(`:mark ${tagOf(line, 'tmi-sent-ts') ?? '-'} end$`));
  });

  it('sends several lines in one frame', async () => {
    const client = await joined('quiet');
    const before = client.frames;
    for (const text of ['one', 'two', 'three']) actions.dispatch(quiet, { do: 'say', text });
    await client.line(':three');
    expect(client.frames - before).toBe(1);
  });

  it('sends frames in fragments that a client puts together', async () => {
    const client = await joined('quiet');
    const raw: string[] = [];
    (client.socket as unknown as { _socket: NodeJS.ReadableStream })._socket.on('data', (bytes: Buffer) => {
      raw.push(((bytes[0] ?? 0) >> 4).toString(16));
    });
    for (let i = 0; i < 10; i++) {
      actions.dispatch(quiet, { do: 'say', text: `számozott 😀 ${String(i)}` });
      await client.line(`számozott 😀 ${String(i)}`);
    }
    expect(raw).toContain('0');
    expect(
      client.lines
        .filter((line) => line.includes('számozott 😀'))
        .map((line) => line.slice(-1))
        .join(''),
    ).toBe('0123456789');
  });

  it('asks to reconnect, and ends the old connection later: with both open every line comes twice, with one id', async () => {
    const first = await joined('quiet');
    actions.dispatch(quiet, { do: 'chat', how: 'reconnect', forMs: 1000 });
    expect(await first.line('RECONNECT')).toBe(':tmi.twitch.tv RECONNECT');
    const second = await joined('quiet');
    actions.dispatch(quiet, { do: 'say', text: 'both' });
    expect(tagOf(await first.line(':both'), 'id')).toBe(tagOf(await second.line(':both'), 'id'));
    await first.closed;
    await second.settled();
  });

  it('drops everybody without a handshake and lets nobody in for a while', async () => {
    const client = await joined('quiet');
    const code = new Promise<number>((done) => {
      client.socket.on('close', done);
    });
    actions.dispatch(quiet, { do: 'chat', how: 'drop', forMs: 1000 });
    expect(await code).toBe(1006);
    await expect(Client.open(url)).rejects.toThrow();
    actions.dispatch(quiet, { do: 'say', text: 'said to nobody' });
    expect(chat.logOf(quiet.userId).lines).toMatchObject([{ listeners: 0 }]);
    const again = async (): Promise<Client> => Client.open(url).catch(again);
    clients.push(await again());
  });

  it('dies without a word under a problem that hangs', async () => {
    const client = await joined('quiet');
    actions.dispatch(quiet, { do: 'site-fault', on: 'irc', mode: 'hang' });
    actions.dispatch(quiet, { do: 'say', text: 'not heard' });
    client.send('PING :anybody');
    const other = await joined('quiet');
    actions.dispatch(quiet, { do: 'say', text: 'heard' });
    await other.line(':heard');
    expect(client.lines.filter((line) => /heard|PONG/.test(line))).toEqual([]);
    expect(chat.logOf(quiet.userId).lines.map(({ listeners }) => listeners)).toEqual([0, 1]);
  });

  it.each([
    ['503', /503/],
    ['close', /hang up|reset/],
  ] as const)('has no handshake under the problem %s', async (mode, message) => {
    faults.add({ on: 'irc', mode, times: 1 });
    await expect(Client.open(url)).rejects.toThrow(message);
    await joined('quiet');
  });

  it('refuses every login under the problem 401', async () => {
    faults.add({ on: 'irc', mode: '401', times: 1 });
    const client = await open();
    client.send('NICK justinfan1');
    expect(await client.line('NOTICE')).toBe(':tmi.twitch.tv NOTICE * :Login unsuccessful');
    await client.closed;
  });

  it('talks while the channel is live, and only then', async () => {
    const client = await joined('harbour');
    world.goLive(harbour);
    await client.line(' PRIVMSG #harbour ');
    world.goOffline(harbour);
    await client.settled();
    const { sent } = chat.logOf(harbour.userId);
    actions.dispatch(harbour, { do: 'say', text: 'last' });
    await client.line(':last');
    expect(chat.logOf(harbour.userId).sent).toBe(sent + 1);
  });

  it('moves the room with the account: the old name is silent', async () => {
    const client = await joined('quiet');
    world.rename(quiet, 'renamed');
    actions.dispatch(quiet, { do: 'say', text: 'under the new name' });
    const other = await joined('renamed');
    actions.dispatch(quiet, { do: 'say', text: 'once more' });
    await other.line('PRIVMSG #renamed :once more');
    world.rename(quiet, 'quiet');
    expect(client.lines.filter((line) => line.includes('#renamed'))).toEqual([]);
  });

  it('says all of a burst, in order, to each of its listeners', async () => {
    const [one, other] = [await joined('harbour'), await joined('harbour')];
    actions.dispatch(harbour, { do: 'burst', perSecond: 20_000, seconds: 0.25 });
    await one.line(' 4999');
    await other.line(' 4999');
    for (const { lines } of [one, other]) {
      const burst = lines.filter((line) => line.includes(' PRIVMSG '));
      expect(burst.map((line) => Number(/ (\d+)$/.exec(line)?.[1]))).toEqual(Array.from({ length: 5000 }, (_, i) => i));
      expect(new Set(burst.map((line) => tagOf(line, 'id'))).size).toBe(5000);
    }
    expect(chat.logOf(harbour.userId)).toMatchObject({ sent: 5000, listeners: 5000 });
    expect(chat.logOf(harbour.userId).lines[0]?.line).toBeUndefined();
  });
});
