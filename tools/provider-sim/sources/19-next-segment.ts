import { masterText } from './master-text.js';
import type { Reply, SourceSpec } from './source-spec.js';

/** Long enough for a recorder that starts late, on a busy machine: what was before its session is not handed out. */
const SECONDS = 54;
const SEGMENT_MS = 1000;
const CHECK_MS = 50;
const SWAPPED = 6;

interface Session {
  /** Index of the first segment that was not handed out. */
  next: number;
  /** Number of answers with media. */
  answers: number;
  /** Number of requests that wait for media. */
  waiting: number;
}

/**
 * Like go2rtc: each request of the master opens a session with numbers from 0. Its list names two segments of half a
 * second, but each request of a segment gets all media since the request before. Of two requests at once, the later one
 * gets the earlier media.
 */
export const nextSegment = (): SourceSpec => {
  const sessions: Session[] = [];
  const list = (id: number, { answers }: Session): string =>
    [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      '#EXT-X-TARGETDURATION:1',
      `#EXT-X-MEDIA-SEQUENCE:${String(answers)}`,
      ...[answers, answers + 1].flatMap((n) => ['#EXTINF:0.500,', `segment.ts?id=${String(id)}&n=${String(n)}`]),
    ].join('\n');
  return {
    name: '19-next-segment',
    seconds: SECONDS,
    segmentS: SEGMENT_MS / 1000,
    window: Infinity,
    answer: async ({ path, query, isOpen }, usual, { last, ended, startedAt }): Promise<Reply> => {
      if (path === 'index.m3u8') {
        if (ended) return { status: 404 };
        sessions.push({ next: last, answers: 0, waiting: 0 });
        return { body: masterText([{ uri: `playlist.m3u8?id=${String(sessions.length - 1)}`, bandwidth: 1_000_000 }]) };
      }
      const id = Number(query.get('id'));
      const session = sessions[id];
      if (!session || (ended && session.next > last)) return { status: 404 };
      if (path === 'playlist.m3u8') return { body: list(id, session) };
      const body = await mediaOf(session, usual, { startedAt, isOpen });
      return body ? { body } : { status: 404 };
    },
  };
};

/**
 * Waits until there is media that the session has not handed out. What a client no longer waits for stays: a busy
 * machine may stop a recorder, or this server, for longer than a request waits.
 * @returns null once the source has ended, or the client has gone
 */
async function mediaOf(
  session: Session,
  usual: (path: string) => Promise<Reply>,
  { startedAt, isOpen }: { readonly startedAt: number; readonly isOpen: () => boolean },
): Promise<Buffer | null> {
  const newest = (): number => Math.min(SECONDS - 1, Math.floor((Date.now() - startedAt) / SEGMENT_MS));
  session.waiting += 1;
  const turn = session.waiting;
  while (session.next <= SECONDS - 1 && (session.next > newest() || session.waiting > turn))
    await new Promise((done) => setTimeout(done, CHECK_MS));
  // A timer that is late runs before the end of a connection is noticed.
  await new Promise((done) => setImmediate(done));
  session.waiting -= 1;
  if (session.next >= SECONDS || !isOpen()) return null;
  session.answers += 1;
  const from = session.next;
  session.next = newest() + 1;
  const pieces = Array.from({ length: session.next - from }, (_, n) => usual(`c${String(from + n)}.ts`));
  return Buffer.concat((await Promise.all(pieces)).map(({ body }) => body as Buffer));
}

/** A server that hands out two segments in the wrong order. */
export const swappedSegments = (): SourceSpec => ({
  name: '19-swapped',
  positionOf: (n) => (n === SWAPPED ? n + 1 : n === SWAPPED + 1 ? n - 1 : n),
});
