import { createServer, type Server } from 'node:http';
import {
  addChannel,
  addReceiver,
  listDeliveries,
  putReceiver,
  putRules,
  putTemplate,
  testReceiver,
  type DeliveryView,
  type ReceiverForm,
} from '#libs/contracts';
import { ApiClient } from '../../chaos/environment/api-client.js';
import { until } from '../../common/until.js';
import { listen } from '../../third-party/listen.js';

/** Characters that mean something to mail, HTML, Markdown, JSON, MQTT or a shell. */
const ODD = `<b> & "A*B_C" @all $HOME \\n Ünï 日本 🎉`;
/** A line with one dot ends a mail that is not escaped. */
export const TEXT = `Tea: [a](b) > \\o/\n.\n..two; <script>x</script>`;
export const LINK = 'https://dvr.example/vod/1?a=1&b=2';
export const titleOf = (channel: string): string => `${channel}: ${ODD}`;

const ANSWER_MS = 60_000;

/** Parts of the API that are about notifications, and channels that go live. */
export class NotificationApi extends ApiClient {
  async useOddTexts(): Promise<void> {
    const template = { title: `{channel}: ${ODD}`, text: TEXT, picture: '', link: LINK, speech: false };
    await this.call(putTemplate, { body: { category: 'streamOnline', ...template } });
  }

  /** @returns its id */
  async addReceiver(kind: ReceiverForm['kind'], config: ReceiverForm['config']): Promise<string> {
    return (await this.call(addReceiver, { body: formOf(kind, config) })).id;
  }
  async changeReceiver(id: string, kind: ReceiverForm['kind'], config: ReceiverForm['config']): Promise<void> {
    await this.call(putReceiver, { params: { id }, body: formOf(kind, config) });
  }
  /** What the test button shows. */
  test(id: string): Promise<{ readonly ok: boolean; readonly answer: string }> {
    return this.call(testReceiver, { params: { id }, body: { category: 'streamOnline' } });
  }

  /** Adds a channel that is offline, whose start the receiver wants to know. */
  async channelFor(receiver: string, name: string): Promise<Stage> {
    const stage = await Stage.open();
    const body = { provider: 'hls', url: stage.url, internalName: name, displayName: name, no_capture: true };
    const { uuid } = await this.call(addChannel, { body });
    await this.call(putRules, { body: [{ receiver, category: 'streamOnline', channel_uuid: uuid, on: true }] });
    return stage;
  }

  /** The messages about a channel. */
  async deliveriesOf(channel: string): Promise<DeliveryView[]> {
    return (await this.call(listDeliveries)).filter(({ title }) => title.startsWith(channel));
  }
  async untilSent(channel: string, signal: AbortSignal): Promise<DeliveryView> {
    return until(
      `the message about ${channel} is sent`,
      { signal, limitMs: ANSWER_MS },
      async () => (await this.deliveriesOf(channel)).find(({ state }) => state === 'sent') ?? null,
    );
  }
  async untilTried(channel: string, signal: AbortSignal): Promise<void> {
    await until(`the message about ${channel} is tried`, { signal, limitMs: ANSWER_MS }, async () =>
      (await this.deliveriesOf(channel)).some(({ attempts, answer }) => attempts > 0 && answer !== ''),
    );
  }
}

const formOf = (kind: ReceiverForm['kind'], config: ReceiverForm['config']): ReceiverForm => ({
  kind,
  name: kind,
  on: true,
  quiet: false,
  config,
});

const SEGMENT_S = 2;

/** A playlist that goes live when it is told to. */
export class Stage implements AsyncDisposable {
  private isLive = false;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((_request, response) => {
      response.writeHead(this.isLive ? 200 : 404, { 'content-type': 'application/vnd.apple.mpegurl' });
      response.end(this.isLive ? playlistAt(Math.floor(Date.now() / 1000 / SEGMENT_S)) : '');
    });
  }

  private port = 0;
  static async open(): Promise<Stage> {
    const stage = new Stage();
    stage.port = await listen(stage.server);
    return stage;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}/live.m3u8`;
  }

  goLive(): void {
    this.isLive = true;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    return Promise.resolve();
  }
}

const playlistAt = (first: number): string =>
  [
    ...['#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${String(SEGMENT_S)}`],
    `#EXT-X-MEDIA-SEQUENCE:${String(first)}`,
    ...[0, 1, 2].flatMap((n) => [`#EXTINF:${String(SEGMENT_S)},`, `${String(first + n)}.ts`]),
    '',
  ].join('\n');
