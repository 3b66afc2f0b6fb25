import type { ChannelLog } from '#tools/provider-sim/index.js';
import { allFrames } from '#tools/provider-sim/frames/index.js';

/** Maps moments of a broadcast to positions in a file by the frame numbers in the picture. Uses no code of Vodkeep. */
export class FrameClock {
  private constructor(
    private readonly log: ChannelLog,
    private readonly ptsOf: ReadonlyMap<number, number>,
  ) {}

  static async read(file: string, log: ChannelLog): Promise<FrameClock> {
    const frames = await allFrames(file);
    return new FrameClock(
      log,
      new Map(frames.flatMap(({ number, ptsMs }) => (number === null ? [] : [[number, ptsMs]]))),
    );
  }

  /**
   * Position in the file, s, of the frame that was sent at this moment.
   * @throws RangeError: if that frame is not in the file
   */
  secondsOf(at: number): number {
    const segment = this.log.segments.find(
      ({ startsAt = 0, durationMs }) => startsAt <= at && at < startsAt + durationMs,
    );
    if (!segment) throw new RangeError(`nothing was sent at ${new Date(at).toISOString()}`);
    const frame = Math.floor(((at - (segment.startsAt ?? 0)) * this.log.fps) / 1000);
    const ptsMs = this.ptsOf.get((segment.firstFrame + frame) % this.log.sourceFrames);
    if (ptsMs === undefined)
      throw new RangeError(
        `frame ${String(segment.firstFrame + frame)}, sent at ${new Date(at).toISOString()}, is not in the file`,
      );
    return ptsMs / 1000;
  }
}
