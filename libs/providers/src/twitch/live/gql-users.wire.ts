import { z } from 'zod';
import { type ChannelProfile, type LiveAnswer, type Show } from '../../kit/provider.js';
import { type GqlOperation } from '../gql/gql-operation.js';
import { type FoundUser } from './found-user.js';

// `users(ids, logins)` of https://gql.twitch.tv/gql, undocumented; fields as the web player and the Xtra app ask for
// them (schema of 2026). Whole queries have been stable for years.
const ABOUT = 'id login displayName description profileImageURL(width: 300) roles { isAffiliate isPartner }';
const STREAM =
  'stream { id type createdAt title viewersCount freeformTags { name } game { id displayName boxArtURL } }';

const HEAD = 'query VodkeepUsers($ids: [ID!], $logins: [String!]) { users(ids: $ids, logins: $logins)';
/** What streamlink and yt-dlp ask for (docs/reference/twitch.md#gql): it works as long as they do. */
const PLAIN =
  'id login displayName profileImageURL(width: 70) stream { id type createdAt title viewersCount game { id displayName boxArtURL } }';

/**
 * One question for up to 100 accounts; those it does not know come as null.
 * @param keys `ids` for who is live, `logins` for who somebody is
 */
export function usersQuery(
  keys: { readonly ids: readonly string[] } | { readonly logins: readonly string[] },
): GqlOperation {
  return {
    operationName: 'VodkeepUsers',
    variables: keys,
    hashes: [],
    query: `${HEAD} { ${ABOUT} broadcastSettings { title isMature language game { id displayName boxArtURL } } ${STREAM} } }`,
    plainer: `${HEAD} { ${PLAIN} } }`,
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
  // Not `catch`: a stream that cannot be read is not a stream that is not there.
  stream: Stream.nullable(),
});
const Users = z.object({ users: z.array(z.unknown()) });
type UserShape = z.infer<typeof User>;

/** An account and what it is doing. */
export interface SeenUser extends FoundUser {
  readonly live: LiveAnswer;
  readonly show: Show;
}

/** `unread`: how many could not be read; then a missing one is not one that Twitch does not know. */
export interface SeenUsers {
  readonly users: readonly SeenUser[];
  readonly unread: number;
}

/** @returns null when it is no list of accounts */
export function readUsers(data: Readonly<Record<string, unknown>>): SeenUsers | null {
  const { data: list } = Users.safeParse(data);
  if (!list) return null;
  const known = list.users.filter((raw) => raw !== null);
  const users = known.flatMap((raw) => {
    const read = User.safeParse(raw);
    return read.success ? [seenOf(read.data)] : [];
  });
  return { users, unread: known.length - users.length };
}

const seenOf = (user: UserShape): SeenUser => ({
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

/** What the channel shows, or will: tags are those of the stream, of one that is off they are not known. */
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

/** Box art may come as a template or in some size: `-188x250.jpg`. */
function categoryOf(game: z.infer<typeof Game> | null): Extract<LiveAnswer, { state: 'live' }>['category'] {
  return game && game.id !== ''
    ? {
        id: game.id,
        name: game.displayName,
        boxArtUrl: game.boxArtURL.replace(/-\d+x\d+(?=\.\w+$)/, '-{width}x{height}'),
      }
    : null;
}
