import { type z } from 'zod';
import { type AccessSource } from '../account/access.js';
import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { type Helix } from '../helix/helix.js';
import { ChannelRow, isMatureRow, type StreamRow } from '../helix/helix.wire.js';

type Stream = Pick<z.infer<typeof StreamRow>, 'id' | 'user_id' | 'title' | 'game_id'>;
interface Known {
  readonly show: string;
  readonly requestedAt: number;
  readonly isMature: boolean;
}

const MAX_ENTRIES = 10_000;
/**
 * Labels usually change together with the title or the category; other changes are detected after this time. An event
 * reports a change immediately.
 */
const VALID_MS = 10 * 60_000;

/**
 * Content labels of live channels, which the list of streams does not contain. A second call at each check would double
 * the number of requests, so labels are loaded only when a stream is new or changes its title or category.
 */
export class ContentLabels {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly helix: Pick<Helix, 'rows'>,
    private readonly app: AccessSource,
    private readonly clock: Pick<Clock, 'now'> = SYSTEM_CLOCK,
  ) {}

  isMature(userId: string): boolean {
    return this.known.get(userId)?.isMature ?? false;
  }

  /**
   * Loads the labels of all given streams in one call if any of them is new or outdated. Throws only the signal's
   * reason: a missing label must not cause a missed stream.
   * @param streams at most 100
   */
  async learn(streams: readonly Stream[], signal: AbortSignal): Promise<void> {
    if (streams.every((stream) => this.isFresh(stream))) return;
    if (this.known.size > MAX_ENTRIES) this.known.clear();
    try {
      const rows = await this.helix.rows(
        {
          path: '/channels',
          query: streams.map(({ user_id }) => ['broadcaster_id', user_id] as const),
          access: this.app,
        },
        ChannelRow,
        signal,
      );
      const labels = new Map(rows.map((row) => [row.broadcaster_id, isMatureRow(row)]));
      for (const stream of streams)
        this.known.set(stream.user_id, {
          show: showOf(stream),
          requestedAt: this.clock.now(),
          isMature: labels.get(stream.user_id) ?? this.isMature(stream.user_id),
        });
    } catch {
      signal.throwIfAborted();
    }
  }

  private isFresh(stream: Stream): boolean {
    const known = this.known.get(stream.user_id);
    return known?.show === showOf(stream) && this.clock.now() - known.requestedAt < VALID_MS;
  }
}

const showOf = ({ id, title, game_id }: Stream): string => JSON.stringify([id, title, game_id]);
