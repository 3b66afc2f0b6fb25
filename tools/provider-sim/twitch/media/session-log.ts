import { UserError, untranslated } from '#libs/errors';
import type { ChannelLog, OfferedSegment, SimLog } from '../../sim-log.js';

/** Log of one playback session. Segments are identified by their index in the channel's `segments`. */
export interface PlaybackSessionLog {
  readonly id: string;
  readonly openedAt: number;
  /** Times of the first and last media playlist that it loaded; 0: none. */
  readonly beganAt: number;
  readonly lastLoadAt: number;
  readonly loads: number;
  /** Index of its first segment; earlier segments do not belong to it. */
  readonly firstIndex: number;
  readonly listed: readonly number[];
  /** Segments that ads replaced. */
  readonly replaced: readonly number[];
  readonly breaks: readonly {
    readonly roll: 'PREROLL' | 'MIDROLL';
    readonly startsAt: number;
    readonly durationMs: number;
  }[];
}

/** If a session loads no playlist for this time (three target durations), its viewer has abandoned it. */
const GIVEN_UP_MS = 18_000;

/**
 * Whether the segment was available while the session was in use. The last session stays in use: a viewer who stops
 * loading it loses the following segments.
 */
function covers(session: PlaybackSessionLog, segment: OfferedSegment, isLast: boolean): boolean {
  const until = isLast ? Infinity : session.lastLoadAt + GIVEN_UP_MS;
  return session.beganAt > 0 && segment.publishedAt <= until && (segment.removedAt ?? Infinity) > session.beganAt;
}

/**
 * The channel's log as the viewer of some sessions could receive it, without ads; for `checkRecording` and
 * `expectedFrames`. A segment is withheld if no session in use at its time listed it (ads replaced it, or it came
 * before a preroll), or if it was removed before the first session started. Segments that were offered while no session
 * was in use are expected, because only the viewer caused their loss.
 * @param ids the viewer's sessions; default: all sessions of the channel
 * @throws UserError `sim-session`: for an unknown channel
 */
export function sessionLog(log: Pick<SimLog, 'channels'>, channel: string, ids?: readonly string[]): ChannelLog {
  const found = log.channels[channel];
  if (!found) throw new UserError(untranslated('sim-session', `no channel ${channel} in the log`));
  const sessions = (found.sessions ?? []).filter(({ id, beganAt }) => beganAt > 0 && (ids?.includes(id) ?? true));
  const listed = sessions.map((session) => new Set(session.listed));
  const segments = found.segments.map((segment, index) => {
    const concerned = sessions.filter((session, i) => covers(session, segment, i === sessions.length - 1));
    const isListed = sessions.some((session, i) => concerned.includes(session) && listed[i]?.has(index) === true);
    const isBefore = (segment.removedAt ?? Infinity) <= (sessions[0]?.beganAt ?? 0);
    return { ...segment, withheld: segment.withheld || isBefore || (concerned.length > 0 && !isListed) };
  });
  return { ...found, segments, sessions };
}
