import { COMMAND_POLICY, type Consumption, Gate } from '#libs/bus';
import {
  chatDumped,
  COMMANDS,
  downloadFailed,
  downloadStarted,
  encodeJournal,
  jobCancel,
  mediaPlaceOf,
  objectKeys,
  type Payload,
  type SegmentFacts,
  segmentName,
  videoDownloaded,
  videoProgress,
} from '#libs/contracts';
import { type ApiHouse, eventually } from '../../testing/api-house.js';

type Command = Payload<typeof COMMANDS.download>;
export type DumpCommand = Payload<typeof COMMANDS.chatDump>;

/** Plays the recorders of a house: takes what they are asked to download, and says of it only what the case wants. */
export class PlayedRecorder {
  readonly asked: Command[] = [];
  readonly chats: Payload<typeof COMMANDS.chatDownload>[] = [];
  readonly dumps: DumpCommand[] = [];
  readonly clips: Payload<typeof COMMANDS.clipDownload>[] = [];
  /** Names of jobs that recorders were told to end, each time. */
  readonly toldToEnd: string[] = [];
  private readonly consumptions: Consumption[] = [];

  private readonly deaf: () => void;

  private constructor(private readonly house: ApiHouse) {
    this.deaf = house.bus.onPulse(jobCancel, '*', ({ jobName }) => {
      this.toldToEnd.push(jobName);
    });
  }

  static async start(house: ApiHouse): Promise<PlayedRecorder> {
    const recorder = new PlayedRecorder(house);
    for (const [def, taken] of [
      [COMMANDS.download, recorder.asked],
      [COMMANDS.chatDownload, recorder.chats],
      [COMMANDS.chatDump, recorder.dumps],
      [COMMANDS.clipDownload, recorder.clips],
    ] as const) {
      recorder.consumptions.push(
        await house.bus.consume({
          stream: 'CMD',
          durable: `cmd-${def.name}`,
          filter: `cmd.${def.name}.*`,
          concurrency: 8,
          gate: new Gate(),
          policy: COMMAND_POLICY,
          defOf: () => def,
          handle: (_, payload) => {
            taken.push(payload as never);
            return Promise.resolve();
          },
        }),
      );
    }
    return recorder;
  }

  async stop(): Promise<void> {
    this.deaf();
    for (const consumption of this.consumptions) await consumption.close();
  }

  /** The newest try at a job. @param tries how many there are by then */
  async command(jobName: string, tries = 1): Promise<Command> {
    return eventually(
      () => Promise.resolve(this.asked.filter((c) => c.jobName === jobName).at(tries - 1)),
      `try ${tries} of ${jobName}`,
    );
  }

  async begins({ jobName, attempt }: Pick<Command, 'jobName' | 'attempt'>): Promise<void> {
    await this.house.bus.publish(
      downloadStarted,
      { jobName, attempt, at: Date.now(), worker: 'n/0', pid: 7 },
      { msgId: `${attempt}:started` },
    );
  }

  async fails(
    { jobName, attempt }: Pick<Command, 'jobName' | 'attempt'>,
    reason: string,
    waiting = false,
  ): Promise<void> {
    await this.house.bus.publish(
      downloadFailed,
      { jobName, attempt, at: Date.now(), reason, waiting },
      { msgId: `${attempt}:failed:${reason}` },
    );
  }

  /** Writes the file of a dump as that run does, and tells it. @returns its key */
  async dumped(
    { jobName, attempt, outKey }: DumpCommand,
    {
      run = '01',
      messages = 1,
      warnings = [],
    }: { readonly run?: string; readonly messages?: number; readonly warnings?: string[] } = {},
  ): Promise<string> {
    const key = objectKeys.chatDumpFile(outKey, run);
    await this.house.storage.put(key, Buffer.from(`{"comments":[],"run":"${run}"}`));
    await this.house.bus.publish(
      chatDumped,
      { jobName, attempt, at: Date.now(), key, sizeBytes: 15, messages, warnings },
      { msgId: `${attempt}:dumped:${run}` },
    );
    return key;
  }

  /** Tells that so many bytes are stored. */
  async grows({ jobName, attempt, vodUuid, partId }: Command, bytes: number): Promise<void> {
    await this.house.bus.publish(
      videoProgress,
      { jobName, attempt, vodUuid, partId, at: Date.now(), bytes },
      { msgId: `${attempt}:grows:${bytes}` },
    );
  }

  /** Segments of 2 s, without an end of the part. */
  async writes(command: Command, count: number): Promise<number> {
    const { vodUuid, partId, startedAt } = command;
    const at = mediaPlaceOf(command);
    let bytes = 0;
    for (let seq = 0; seq < count; seq += 1) {
      const body = Buffer.from(`segment ${seq}`);
      const facts: SegmentFacts = {
        epoch: 0,
        seq,
        ptsMs: seq * 2000,
        durMs: 2000,
        bytes: body.length,
        pdtMs: startedAt + seq * 2000,
        crc: seq.toString(16).padStart(8, '0'),
        ext: 'ts',
      };
      await this.house.storage.put(objectKeys.segment(at, partId, segmentName(facts)), body);
      bytes += body.length;
    }
    await this.house.storage.put(
      objectKeys.journalPage(at, partId, 0),
      Buffer.from(
        encodeJournal([
          {
            t: 'part',
            partId,
            vodUuid,
            recorder: 'n/0',
            startedAt: Date.now(),
            rendition: '720p60',
            width: 1280,
            height: 720,
            fps: 60,
            targetDurationMs: 2000,
          },
          { t: 'epoch', epoch: 0, cause: 'start', startAt: startedAt, firstPtsMs: 0, initCrc: null, container: 'ts' },
        ]),
      ),
    );
    return bytes;
  }

  async ends(command: Command, count: number): Promise<void> {
    const { vodUuid, partId, jobName, attempt } = command;
    const bytes = await this.writes(command, count);
    await this.house.storage.put(
      objectKeys.journalPage(mediaPlaceOf(command), partId, 1),
      Buffer.from(encodeJournal([{ t: 'end', cause: 'endlist', at: Date.now(), segments: count, bytes, reason: '' }])),
    );
    await this.house.bus.publish(
      videoDownloaded,
      {
        jobName,
        attempt,
        vodUuid,
        partId,
        at: Date.now(),
        segments: count,
        bytes,
        mediaMs: count * 2000,
        missingMs: 0,
      },
      { msgId: `${attempt}:done` },
    );
  }
}
