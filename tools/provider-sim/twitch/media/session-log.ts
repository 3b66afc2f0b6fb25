import { UserError, untranslated } from '#libs/errors';
import type { ChannelLog, OfferedSegment, SimLog } from '../../sim-log.js';

/** One playback session as the sim saw it. Segments are named by their place in the channel's `segments`. */
export interface PlaybackSessionLog {
  readonly id: string;
  readonly openedAt: number;
  /** First and last media list that it loaded; 0: none. */
  readonly beganAt: number;
  readonly lastLoadAt: number;
  readonly loads: number;
  /** Where it began; the segments before are none of its. */
  readonly firstIndex: number;
  readonly listed: readonly number[];
  /** Those that ads stood for. */
  readonly replaced: readonly number[];
  readonly breaks: readonly {
    readonly roll: 'PREROLL' | 'MIDROLL';
    readonly startsAt: number;
    readonly durationMs: number;
  }[];
}

/** A session that has loaded no list for so long has been given up by its viewer: three target durations. */
const GIVEN_UP_MS = 18_000;

/**
 * Was the segment there while the session was in use? The last session stays in use: who stops loading it has lost what
 * follows.
 */
function covers(session: PlaybackSessionLog, segment: OfferedSegment, isLast: boolean): boolean {
  const until = isLast ? Infinity : session.lastLoadAt + GIVEN_UP_MS;
  return session.beganAt > 0 && segment.publishedAt <= until && (segment.removedAt ?? Infinity) > session.beganAt;
}

/**
 * The channel's log as the viewer of some sessions could have it, ads filtered out: for `checkRecording` and
 * `expectedFrames`. A segment is withheld when a session in use at its time did not list it (ads stood for it, or it
 * lay before a preroll) and no other of them did; so is what was gone before the first of them began. What was offered
 * while no session was in use is expected: nobody but the viewer is to blame.
 * @param ids the viewer's sessions; all of the channel when not given
 * @throws UserError `sim-session` for an unknown channel
 */
export function sessionLog(log: SimLog, channel: string, ids?: readonly string[]): ChannelLog {
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
