import { type Channel, convertJob, objectKeys, type Vod } from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { FileEntity } from '../persistence/entities/file.entity.js';
import { VodEntity } from '../persistence/entities/vod.entity.js';
import { type TestApp, eventually } from '../testing/test-app.js';
import { leaveReceipt, takeCommand } from '../testing/fake-worker.js';
import { type FakePart } from '../testing/fake-part.js';
import { onTwitch, TwitchTestApp } from '../testing/twitch-test-app.js';

/** An answer as a client reads it. */
export interface Received {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly json: unknown;
}

/**
 * An installation with every object of v0: a channel with a finished VOD, one that is being captured, and one that is
 * offline.
 */
export class SeededApp {
  /** The uuid of the finished VOD. */
  readonly vodUuid: string;
  private constructor(
    readonly all: TwitchTestApp,
    readonly channels: { readonly finished: Channel; readonly running: Channel; readonly idle: Channel },
    readonly part: FakePart,
  ) {
    this.vodUuid = channels.finished.vods_list[0]?.uuid ?? '';
  }

  /** @param withRunning whether a channel is being captured; without it nothing changes by itself */
  static async open({ withRunning = true } = {}): Promise<SeededApp> {
    const names = ['teststreamer', 'runner', 'idler', 'newcomer', 'plain'] as const;
    const all = await TwitchTestApp.open({
      channels: names.map((name, n) =>
        onTwitch(name, `${76_000_001 + n}`, { description: `About ${name}.`, broadcasterType: 'partner' }),
      ),
      settings: { 'capture.grace_site_s': 0.2 },
    });
    const [finished, running, idle] = [
      await all.follow('teststreamer'),
      await all.follow('runner'),
      await all.follow('idler'),
    ];
    all.act('teststreamer', { do: 'start' });
    if (withRunning) all.act('runner', { do: 'start' });
    const done = await all.recorded(finished.uuid);
    const part = withRunning ? await all.recorded(running.uuid) : done;
    await all.vodThat(finished.uuid, (v) => v.viewers.length > 0, 'viewers');
    all.act('teststreamer', { do: 'end', how: 'endlist' });
    await done.seal('endlist');
    done.snapshot('standby');
    await done.ended('endlist');
    await all.vodThat(finished.uuid, (v) => v.state === 'converting', 'the conversion');
    await convertedBy(all.app, await takeCommand(all.app, convertJob), done.vodUuid);
    await all.vodThat(finished.uuid, (v) => v.state === 'finalized', 'the finished VOD');
    return new SeededApp(all, { finished: await all.channel(finished.uuid), running, idle }, part);
  }

  get app(): TestApp {
    return this.all.app;
  }
  get db(): DataSource {
    return this.app.nest.get(DataSource, { strict: false });
  }

  /** The caller's session cookie; empty: an anonymous caller. */
  cookie = '';

  async login(password: object): Promise<void> {
    const res = await fetch(`${this.app.origin}/api/v0/auth/login`, {
      method: 'POST',
      body: JSON.stringify(password),
      headers: { 'content-type': 'application/json' },
    });
    this.cookie = res.headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  async call(method: string, path: string, body?: unknown): Promise<Received> {
    return this.send(method, path, { body, type: 'application/json' });
  }

  /** @param body text is sent unchanged, other values as JSON; undefined: no body */
  async send(
    method: string,
    path: string,
    { body, type }: { readonly body: unknown; readonly type: string },
  ): Promise<Received> {
    const headers = {
      'x-language': 'en', // as the page of v0
      ...(this.cookie === '' ? {} : { cookie: this.cookie }),
      ...(body === undefined ? {} : { 'content-type': type }),
    };
    const res = await fetch(`${this.app.origin}/api/v0${path}`, {
      method,
      redirect: 'manual',
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const [text, answered] = [await res.text(), res.headers.get('content-type') ?? ''];
    return { status: res.status, type: answered, text, json: answered.includes('json') ? JSON.parse(text) : undefined };
  }

  /** Adds another finished VOD to the first channel, with its own file, for a case that changes it. */
  async spare(more: Partial<VodEntity> = {}): Promise<Vod> {
    const [vod, file] = await Promise.all([
      this.db.manager.findOneByOrFail(VodEntity, { uuid: this.vodUuid }),
      this.db.manager.findOneByOrFail(FileEntity, { vodUuid: this.vodUuid }),
    ]);
    const uuid = randomUUID();
    const key = objectKeys.file(uuid, 'f0', 'spare.mp4');
    await this.app.storage.put(key, Buffer.from('a file'));
    await this.db.manager.insert(
      VodEntity,
      Object.assign(
        vod,
        {
          uuid,
          basename: `spare_${uuid.slice(0, 8)}`,
          streamId: `spare-${uuid}`,
          manifestRevision: 0,
          manifestVersion: 0,
        },
        more,
      ) as never,
    );
    await this.db.manager.insert(
      FileEntity,
      Object.assign(file, {
        id: `spare/${uuid}`,
        vodUuid: uuid,
        key,
        basename: `spare_${uuid.slice(0, 8)}.mp4`,
        libraryPath: null,
      }),
    );
    return eventually(async () => (await this.app.call<Vod>('GET', `/vod/${uuid}`)).body.data, 'the spare VOD');
  }

  /**
   * Matches the finished VOD with the site's video.
   * @returns the id of the video
   */
  async matched(): Promise<string | undefined> {
    await this.call('POST', `/vod/${this.vodUuid}/match`);
    return (await this.app.call<Vod>('GET', `/vod/${this.vodUuid}`)).body.data?.twitch_vod_id;
  }

  /** Adds a channel without a site, for a case that deletes it. */
  async spareChannel(): Promise<Channel> {
    const live = await LiveHls.start();
    live.publish({ name: 's1.ts', body: Buffer.from('x'), durMs: 2000, tags: [] });
    const { body, text } = await this.app.call<Channel>('POST', '/channels', {
      provider: 'hls',
      url: live.url,
      internalName: `plain${randomUUID().slice(0, 8)}`,
      no_capture: true,
    });
    await live.stop();
    if (!body.data) throw new RangeError(text);
    return body.data;
  }

  async stop(): Promise<void> {
    await this.all.stop();
  }
}

/** Fakes a converter with the result of a real measurement. */
async function convertedBy(app: TestApp, { attempt }: { readonly attempt: string }, vodUuid: string): Promise<void> {
  const key = objectKeys.file(vodUuid, 'f0', `${attempt}.mp4`);
  const body = Buffer.from('a file of some bytes');
  await app.storage.put(key, body);
  const metadata = {
    type: 'video',
    container: 'mp4',
    size: body.length,
    duration: 4,
    full_duration: 4,
    bitrate: 1_000,
    width: 1920,
    height: 1080,
    fps: 60,
    fps_mode: 'CFR',
    video_codec: 'AVC',
    video_bitrate: 900,
    audio_codec: 'AAC',
    audio_bitrate: 100,
    audio_bitrate_mode: 'VBR',
    audio_sample_rate: 48_000,
    audio_channels: 2,
  } as const;
  await leaveReceipt<typeof convertJob>(
    app,
    { kind: convertJob.kind, attempt },
    {
      warnings: [],
      files: [
        {
          fileId: 'f0',
          attempt,
          key,
          basename: 'teststreamer.mp4',
          sizeBytes: body.length,
          startMs: 0,
          endMs: 4000,
          videoMs: 4000,
          metadata,
          thumbKey: null,
          keyframesKey: null,
          subtitles: [],
        },
      ],
    },
  );
}
