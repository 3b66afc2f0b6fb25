import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type ChannelProfile, type LiveAnswer, type Show } from '../../kit/provider.js';
import { type Gql } from '../gql/gql.js';
import { type FoundUser } from './found-user.js';
import { readUsers, type ReadUser, usersQuery } from './gql-users.wire.js';

const GONE: LiveAnswer = {
  state: 'offline',
  reason: message('verdict.account-unknown'),
};
const PARTLY_ANSWERED: LiveAnswer = { state: 'unknown', reason: message('verdict.partly-answered') };

/** Checks channels by the web player's API, which needs no app: used without an app, and if Helix fails. */
export class LiveByGql {
  constructor(private readonly gql: Gql) {}

  /**
   * Checks by user id.
   * @param ids at most 100
   * @throws OutsideError: the web player's API is unavailable
   */
  async live(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, LiveAnswer>> {
    const { users, isWhole } = await this.users({ ids }, signal);
    const seen = new Map(users.map((user) => [user.id, user.live]));
    return new Map(
      ids.map((id) => {
        const answer = seen.get(id) ?? GONE;
        return [id, answer.state === 'offline' && !isWhole ? PARTLY_ANSWERED : answer];
      }),
    );
  }

  async about(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Show>> {
    return new Map((await this.users({ ids }, signal)).users.map((user) => [user.id, user.show]));
  }

  async profiles(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, ChannelProfile>> {
    return new Map((await this.users({ ids }, signal)).users.map((user) => [user.id, user.profile]));
  }

  async find(login: string, signal: AbortSignal): Promise<FoundUser | null> {
    const { users, isWhole } = await this.users({ logins: [login] }, signal);
    if (users.length === 0 && !isWhole) throw new OutsideError(message('error.site-away.partly'));
    return users[0] ?? null;
  }

  /**
   * `isWhole`: a missing account does not exist. Otherwise the response may be incomplete (data with errors contains
   * nulls).
   */
  private async users(
    keys: Parameters<typeof usersQuery>[0],
    signal: AbortSignal,
  ): Promise<{ readonly users: readonly ReadUser[]; readonly isWhole: boolean }> {
    const [result] = await this.gql.run([usersQuery(keys)], {}, signal);
    const read = result && readUsers(result.data);
    if (!read) throw new OutsideError(message('error.site-away.player-answer'));
    return { users: read.users, isWhole: result.errors.length === 0 && read.unread === 0 };
  }
}
