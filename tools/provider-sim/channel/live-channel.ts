import type { Action, ChannelSpec, FaultMode } from '../scenario.js';
import type { TwitchAction } from '../twitch/twitch-spec.js';
import { encryptedBytes } from './encryption.js';
import { FaultPlan } from './fault-plan.js';
import { type LiveSegment, LiveWindow } from './live-window.js';
import { segmentName } from './playlists.js';
import type { Rendition } from './rendition.js';

export type ChannelState = 'offline' | 'live' | 'dropped' | 'ended';
type StateAction = Extract<Action, { do: 'start' | 'resume' | 'drop' | 'end' }>;
type GoLive = Extract<Action, { do: 'start' | 'resume' }>;

/**
 * In a segment, the audio starts slightly before the video, and a restarted `tfdt` must not fall below 0. (TS starts at
 * 1.4 s anyway.)
 */
const FMP4_LEAD_S = 1;

/** Live state of one channel: its playlist, the actions applied to it, and a log of both. */
export class LiveChannel {
  state: ChannelState = 'offline';
  dropAnswer: FaultMode | 'frozen' = 'frozen';
  readonly faults = new FaultPlan();
  readonly window: LiveWindow;
  readonly offered: LiveSegment[] = [];
  readonly events: { readonly at: number; readonly what: string }[] = [];
  /** Indexes in `offered` at which broadcasts started. */
  readonly starts: number[] = [];
  qualities: readonly string[];
  nextSeq = 0;
  private position = 0;
  private epoch = -1;
  private shiftS = 0;
  private marksNext = false;
  private gapsLeft = 0;
  private timer: NodeJS.Timeout | undefined;
  private countedAt = 0;
  private offsets = new Map<string, number>();

  constructor(
    readonly spec: ChannelSpec,
    readonly renditions: readonly Rendition[],
    private readonly now: () => number = Date.now,
  ) {
    this.window = new LiveWindow(spec.window);
    this.qualities = renditions.map(({ name }) => name);
    this.shiftS = spec.firstPtsS ?? 0;
  }

  /** Logs an action on the channel. */
  log(action: Action | TwitchAction): void {
    this.events.push({ at: this.now(), what: JSON.stringify(action) });
  }

  act(action: Action): void {
    this.countReach();
    this.log(action);
    if (action.do === 'start' || action.do === 'resume' || action.do === 'drop' || action.do === 'end')
      this.changeState(action);
    else this.changeOffer(action);
  }

  /**
   * Adds the time during which each listed segment was available. Must be called before any change to that, and before
   * the log is read, so that the state at `countedAt` still applies.
   */
  countReach(): void {
    const now = this.now();
    const listIsShown =
      this.state === 'live' || this.state === 'ended' || (this.state === 'dropped' && this.dropAnswer === 'frozen');
    if (listIsShown && !this.faults.blocksPlaylist(this.countedAt))
      for (const segment of this.window.listed)
        segment.reachableMs += now - Math.max(this.countedAt, segment.publishedAt);
    this.countedAt = now;
  }

  /** The newest segment with this number that a client can still fetch. */
  fetchable(seq: number): LiveSegment | undefined {
    const found = this.offered.findLast((segment) => segment.seq === seq);
    return found && this.isStored(found) ? found : undefined;
  }

  /** Whether the segment is listed, or was removed so recently that a client can still fetch it. */
  isStored({ removedAt }: LiveSegment): boolean {
    const keepMs = this.spec.keepRemovedMs ?? (this.spec.window + 1) * this.spec.segmentS * 1000;
    return removedAt === null || this.now() - removedAt < keepMs;
  }

  bytesOf(rendition: Rendition, segment: Pick<LiveSegment, 'position'>): number {
    const bytes = rendition.bytesAt(segment.position);
    return this.spec.aes ? encryptedBytes(bytes) : bytes;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private changeState(action: StateAction): void {
    switch (action.do) {
      case 'start':
        this.goLive({ sequence: 'reset', timestamps: 'restart', discontinuity: false, ...action });
        break;
      case 'resume':
        this.goLive({ sequence: 'continue', timestamps: 'restart', discontinuity: true, ...action });
        break;
      case 'drop':
        this.stopMaking('dropped');
        this.dropAnswer = action.answer;
        break;
      case 'end':
        this.end(action.how);
        break;
    }
  }

  private changeOffer(action: Exclude<Action, StateAction>): void {
    switch (action.do) {
      case 'discontinuity':
        this.beginEpoch(action.timestamps ?? 'restart');
        this.marksNext = true;
        break;
      case 'fault':
        this.addFault(action);
        break;
      case 'clear':
        this.faults.clear();
        break;
      case 'gap':
        this.gapsLeft += action.segments;
        break;
      case 'qualities':
        this.qualities = action.renditions;
        break;
    }
  }

  private goLive(how: GoLive): void {
    this.stop();
    if (how.do === 'start') {
      this.position = 0;
      this.starts.push(this.offered.length);
    }
    this.position += how.skipSegments ?? 0;
    if (how.sequence === 'reset' || how.sequence === 'gap') this.beginList(how);
    this.beginEpoch(how.timestamps ?? 'continue');
    this.marksNext = how.discontinuity === true;
    this.state = 'live';
    this.makeFirst();
  }

  /** Starts an empty playlist. */
  private beginList({ sequence, skipSegments = 0 }: GoLive): void {
    this.window.empty(this.now());
    this.nextSeq = sequence === 'gap' ? this.nextSeq + skipSegments : 0;
    if (sequence === 'reset') this.offsets = new Map();
  }

  /** Publishes the first segments at once, as if they were made before now; the others follow on a fixed schedule. */
  private makeFirst(): void {
    const { segmentS, prefill = 1 } = this.spec;
    const segmentMs = segmentS * 1000;
    const began = this.now() - prefill * segmentMs;
    for (let i = 0; i < prefill; i++) this.publish(began + i * segmentMs);
    const schedule = (n: number): void => {
      this.timer = setTimeout(
        () => {
          this.countReach();
          this.publish(began + n * segmentMs);
          schedule(n + 1);
        },
        Math.max(0, began + (n + 1) * segmentMs - this.now()),
      );
    };
    schedule(prefill);
  }

  private beginEpoch(timestamps: 'continue' | 'restart'): void {
    this.epoch += 1;
    if (timestamps === 'continue') return;
    const leadS = this.spec.container === 'fmp4' && this.position > 0 ? FMP4_LEAD_S : 0;
    this.shiftS = (this.spec.firstPtsS ?? 0) + leadS - this.position * this.spec.segmentS;
  }

  private publish(startsAt: number): void {
    const [first] = this.renditions;
    if (!first) return;
    const { position, nextSeq: seq } = this;
    const gap = this.gapsLeft > 0;
    this.offsets = new Map(this.renditions.map((rendition) => [rendition.name, this.nextOffset(rendition)]));
    const segment: LiveSegment = {
      seq,
      epoch: this.epoch,
      url: `${first.name}/${segmentName(this.spec, seq)}`,
      firstFrame: position * first.media.framesPerSegment,
      frameCount: first.media.framesPerSegment,
      durationMs: this.spec.segmentS * 1000,
      bytes: this.bytesOf(first, { position }),
      publishedAt: this.now(),
      removedAt: null,
      reachableMs: 0,
      withheld: gap || this.faults.withholds(seq),
      position,
      shiftS: this.shiftS,
      discontinuity: this.marksNext,
      gap,
      startsAt,
      offsets: this.offsets,
    };
    this.offered.push(segment);
    this.window.add(segment);
    this.position += 1;
    this.nextSeq += 1;
    this.marksNext = false;
    this.gapsLeft = Math.max(0, this.gapsLeft - 1);
  }

  private nextOffset(rendition: Rendition): number {
    const last = this.offered.at(-1);
    const before = this.offsets.get(rendition.name);
    return last && before !== undefined ? before + this.bytesOf(rendition, last) : (rendition.media.init?.length ?? 0);
  }

  private addFault(action: Extract<Action, { do: 'fault' }>): void {
    const { do: _, ...rule } = action;
    this.faults.add(rule, this.now());
    for (const segment of this.window.listed) segment.withheld ||= this.faults.withholds(segment.seq);
    if (action.forMs !== undefined)
      setTimeout(() => {
        this.countReach();
      }, action.forMs).unref();
  }

  private stopMaking(state: ChannelState): void {
    this.stop();
    this.state = state;
  }

  private end(how: 'endlist' | 'vanish'): void {
    this.stopMaking(how === 'endlist' ? 'ended' : 'offline');
    if (how === 'vanish') this.window.empty(this.now());
  }
}
