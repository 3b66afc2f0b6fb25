import { z } from 'zod';
import { type ChannelProfile, type LiveAnswer, type Show } from '../../kit/provider.js';
import { type GqlOperation } from '../gql/gql-operation.js';
import { type FoundUser } from './found-user.js';

// `users(ids, logins)` of https://gql.twitch.tv/gql, undocumented; fields as requested by the web player and the Xtra
// app (schema of 2026). Full queries have been stable for years.
const ACCOUNT_FIELDS = 'id login displayName description profileImageURL(width: 300) roles { isAffiliate isPartner }';
const STREAM =
  'stream { id type createdAt title viewersCount freeformTags { name } game { id displayName boxArtURL } }';

const QUERY_START = 'query VodkeepUsers($ids: [ID!], $logins: [String!]) { users(ids: $ids, logins: $logins)';
/**
 * The fields that streamlink and yt-dlp request (docs/reference/twitch.md#gql): they work as long as those programs do.
 */
const PLAIN =
  'id login displayName profileImageURL(width: 70) stream { id type createdAt title viewersCount game { id displayName boxArtURL } }';

/**
 * Requests up to 100 accounts; unknown ones are null in the response.
 * @param keys `ids` to check who is live, `logins` to identify an account
 */
export function usersQuery(
  keys: { readonly ids: readonly string[] } | { readonly logins: readonly string[] },
): GqlOperation {
  return {
    operationName: 'VodkeepUsers',
    variables: keys,
    hashes: [],
    query: `${QUERY_START} { ${ACCOUNT_FIELDS} broadcastSettings { title isMature language game { id displayName boxArtURL } } ${STREAM} } }`,
    plainer: `${QUERY_START} { ${PLAIN} } }`,
  };
}

const text = z.string().catch('');
const Game = z.object({ id: text, displayName: text, boxArtURL: text });
const Stream = z.object({
  id: text,
  createdAt: text,
  title: z.string().nullable().catch(null),
  viewersCount: z.number().nullable().catch(null),
  freeformTags: z.array(z.object({ name: z.string() })).catch([]),
  game: Game.nullable().catch(null),
});
const User = z.object({
  id: z.string().min(1),
  login: text,
  displayName: text,
  description: text,
  profileImageURL: text,
  roles: z.object({ isAffiliate: z.boolean().nullish(), isPartner: z.boolean().nullish() }).nullable().catch(null),
  broadcastSettings: z
    .object({ title: text, isMature: z.boolean().catch(false), language: text, game: Game.nullable().catch(null) })
    .nullable()
    .catch(null),
  // No `catch` here: an invalid stream does not mean that there is no stream.
  stream: Stream.nullable(),
});
const Users = z.object({ users: z.array(z.unknown()) });
type UserShape = z.infer<typeof User>;

/** An account and its live status. */
export interface ReadUser extends FoundUser {
  readonly live: LiveAnswer;
  readonly show: Show;
}

/** `unread`: number of invalid accounts; if it is not 0, a missing account may still exist. */
export interface ReadUsers {
  readonly users: readonly ReadUser[];
  readonly unread: number;
}

/** @returns null if the data is not a list of accounts */
export function readUsers(data: Readonly<Record<string, unknown>>): ReadUsers | null {
  const { data: list } = Users.safeParse(data);
  if (!list) return null;
  const known = list.users.filter((raw) => raw !== null);
  const users = known.flatMap((raw) => {
    const read = User.safeParse(raw);
    return read.success ? [readUser(read.data)] : [];
  });
  return { users, unread: known.length - users.length };
}

const readUser = (user: UserShape): ReadUser => ({
  id: user.id,
  profile: profileOf(user),
  live: liveOf(user),
  show: showOf(user),
});

const profileOf = ({ login, displayName, description, profileImageURL, roles }: UserShape): ChannelProfile => ({
  login,
  displayName: displayName || login,
  description,
  avatarUrl: profileImageURL,
  offlineImageUrl: '',
  broadcasterType: roles?.isPartner ? 'partner' : roles?.isAffiliate ? 'affiliate' : '',
});

const NO_SETTINGS = { title: '', isMature: false, language: '', game: null };

/**
 * The channel's current or next title and category. The tags are those of the stream; for an offline channel they are
 * unknown.
 */
function showOf({ stream, broadcastSettings }: UserShape): Show {
  const { title, isMature, language, game } = broadcastSettings ?? NO_SETTINGS;
  return {
    title,
    category: categoryOf(game),
    tags: stream?.freeformTags.map(({ name }) => name) ?? [],
    language: language.toLowerCase(),
    isMature,
  };
}

function liveOf({ login, displayName, stream, broadcastSettings }: UserShape): LiveAnswer {
  if (!stream) return { state: 'offline', reason: null };
  const { title, isMature, language } = broadcastSettings ?? NO_SETTINGS;
  return {
    state: 'live',
    streamId: stream.id === '' ? null : stream.id,
    title: stream.title ?? title,
    startedAt: dateOf(stream.createdAt),
    viewers: stream.viewersCount,
    category: categoryOf(stream.game),
    tags: stream.freeformTags.map(({ name }) => name),
    language: language.toLowerCase(),
    isMature,
    named: login === '' ? null : { login, displayName: displayName || login },
  };
}

function dateOf(stamp: string): Date | null {
  const at = new Date(stamp);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** The box art may be a template or have a fixed size: `-188x250.jpg`. */
function categoryOf(game: z.infer<typeof Game> | null): Extract<LiveAnswer, { state: 'live' }>['category'] {
  return game && game.id !== ''
    ? {
        id: game.id,
        name: game.displayName,
        boxArtUrl: game.boxArtURL.replace(/-\d+x\d+(?=\.\w+$)/, '-{width}x{height}'),
      }
    : null;
}
