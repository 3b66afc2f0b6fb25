import { message } from '#libs/messages';
import { type Category, type ChannelProfile, type LiveAnswer, type Show } from '../../kit/provider.js';
import { type AccessSource } from '../account/access.js';
import { type Helix } from '../helix/helix.js';
import { ChannelRow, profileOfRow, GameRow, liveOfRow, showOfRow, StreamRow, UserRow } from '../helix/helix.wire.js';
import { type BoxArts } from './box-arts.js';
import { ContentLabels } from './content-labels.js';
import { type FoundUser } from './found-user.js';

const OFFLINE: LiveAnswer = { state: 'offline', reason: null };
const UNREAD: LiveAnswer = { state: 'unknown', reason: message('verdict.unreadable-rows') };

/** Checks up to 100 channels per call by the Twitch API. */
export class LiveByHelix {
  private readonly labels: ContentLabels;

  constructor(
    private readonly helix: Helix,
    private readonly app: AccessSource,
    private readonly boxArts: BoxArts,
  ) {
    this.labels = new ContentLabels(helix, app);
  }

  /**
   * Checks by user id; channels that are not listed are offline. Twitch lists a stream up to a minute late and removes
   * it up to minutes late.
   * @param ids at most 100
   * @throws like {@link Helix.rows}
   */
  async live(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, LiveAnswer>> {
    const { rows, unread } = await this.helix.page(
      { path: '/streams', query: [...ids.map((id) => ['user_id', id] as const), ['first', '100']], access: this.app },
      StreamRow,
      signal,
    );
    const live = rows.filter(({ type }) => type !== '');
    await Promise.all([
      this.boxArts.learn(
        rows.map(({ game_id }) => game_id),
        this.app,
        signal,
      ),
      this.labels.learn(live, signal),
    ]);
    const byId = new Map(
      rows.map((row) => [
        row.user_id,
        liveOfRow(row, { boxArtUrl: this.boxArts.of(row.game_id), isMature: this.labels.isMature(row.user_id) }),
      ]),
    );
    return new Map(ids.map((id) => [id, byId.get(id) ?? (unread > 0 ? UNREAD : OFFLINE)]));
  }

  /**
   * Loads the title and category of channels, live or not; up to date immediately, while `streams` lags.
   * @param ids at most 100
   */
  async about(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Show>> {
    const rows = await this.helix.rows(
      { path: '/channels', query: ids.map((id) => ['broadcaster_id', id] as const), access: this.app },
      ChannelRow,
      signal,
    );
    await this.boxArts.learn(
      rows.map(({ game_id }) => game_id),
      this.app,
      signal,
    );
    return new Map(rows.map((row) => [row.broadcaster_id, showOfRow(row, this.boxArts.of(row.game_id))]));
  }

  async profiles(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, ChannelProfile>> {
    const rows = await this.helix.rows(
      { path: '/users', query: ids.map((id) => ['id', id] as const), access: this.app },
      UserRow,
      signal,
    );
    return new Map(rows.map((row) => [row.id, profileOfRow(row)]));
  }

  /** @returns null if Twitch does not know the category */
  async category(id: string, signal: AbortSignal): Promise<Category | null> {
    const [row] = await this.helix.rows({ path: '/games', query: [['id', id]], access: this.app }, GameRow, signal);
    return row ? { id: row.id, name: row.name, boxArtUrl: row.box_art_url } : null;
  }

  /** @returns null if Twitch does not know the login (also for closed and banned accounts) */
  async find(login: string, signal: AbortSignal): Promise<FoundUser | null> {
    const [row] = await this.helix.rows(
      { path: '/users', query: [['login', login]], access: this.app },
      UserRow,
      signal,
    );
    return row ? { id: row.id, profile: profileOfRow(row) } : null;
  }
}
