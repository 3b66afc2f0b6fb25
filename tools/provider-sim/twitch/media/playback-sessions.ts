import { PlaybackSession, type SessionSetup } from './playback-session.js';
import type { PlaybackSessionLog } from './session-log.js';

/** All playback sessions that usher opened, in order. */
export class PlaybackSessions {
  private readonly byId = new Map<string, PlaybackSession>();

  open(setup: SessionSetup): PlaybackSession {
    const session = new PlaybackSession(setup);
    this.byId.set(setup.id, session);
    return session;
  }

  find(id: string): PlaybackSession | undefined {
    return this.byId.get(id);
  }

  of(userId: string): PlaybackSession[] {
    return [...this.byId.values()].filter(({ setup }) => setup.account.userId === userId);
  }

  /** Starts an ad break in every open session of a channel. */
  startMidroll(userId: string, seconds: number, now = Date.now()): void {
    for (const session of this.of(userId)) session.startMidroll(seconds, now);
  }

  log(userId: string, now = Date.now()): PlaybackSessionLog[] {
    return this.of(userId).map((session) => {
      session.advance(now);
      const { setup, beganAt, lastLoadAt, loads, firstIndex, entries, replaced, breaks } = session;
      return {
        id: setup.id,
        openedAt: setup.openedAt,
        beganAt,
        lastLoadAt,
        loads,
        firstIndex,
        listed: entries.flatMap((entry) => (entry.kind === 'content' ? [entry.index] : [])),
        replaced: [...replaced],
        breaks: breaks.map(({ roll, startsAt, pod }) => ({ roll, startsAt, durationMs: pod.durationMs })),
      };
    });
  }
}
