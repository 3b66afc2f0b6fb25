import { timeOf } from '../helix/helix-call.js';
import { livePreview, profileImage } from '../helix/pictures.js';
import { userNamed, userOf, type TwitchUser } from '../user-of.js';
import { CATEGORIES, type TwitchChannel } from '../world.js';
import type { GqlContext } from './gql-context.js';
import { badgesOf, cheerGroupsOf } from './chat-pictures.js';
import { gameOf, sized, type SizeArgs } from './game-object.js';
import { findClip, findVideo, pastFields, type OwnerOf } from './past-root.js';

interface UserArgs {
  readonly id?: string | null;
  readonly login?: string | null;
}
interface UsersArgs {
  readonly ids?: readonly string[] | null;
  readonly logins?: readonly string[] | null;
}
const CREATED_AT = '2019-05-04T10:20:30.123456Z';
const PREVIEW = { width: 320, height: 180 };
function streamOf(channel: TwitchChannel, context: GqlContext): object | null {
  const { broadcast, title, viewers, language, category, tags, login, userId } = channel;
  if (!broadcast || !context.ports.world.isLive(channel)) return null;
  const { fps = 30, height = 0, width = 0 } = context.ports.channels.get(userId)?.renditions[0]?.media.spec ?? {};
  return {
    id: broadcast.id,
    type: 'live',
    createdAt: timeOf(broadcast.startedAt),
    title,
    viewersCount: viewers,
    averageFPS: fps,
    height,
    width,
    language: language.toUpperCase(),
    game: () => gameOf(category, context),
    broadcaster: () => userObject(userOf(context.ports.world, userId), context),
    freeformTags: tags.map((name, i) => ({ id: `${userId}-${String(i)}`, name })),
    previewImageURL: (size: SizeArgs) => sized(livePreview(context.exchange, login), size, PREVIEW),
  };
}

/** Fields that only an account with a channel has. */
function channelFields(channel: TwitchChannel, context: GqlContext): object {
  const { spec, broadcast, title, category, userId } = channel;
  return {
    description: spec.description ?? '',
    stream: () => streamOf(channel, context),
    broadcastSettings: {
      id: userId,
      title,
      language: channel.language.toUpperCase(),
      isMature: channel.isMature,
      game: () => gameOf(category, context),
    },
    lastBroadcast: broadcast
      ? { id: broadcast.id, title, startedAt: timeOf(broadcast.startedAt), game: () => gameOf(category, context) }
      : { id: null, title: null, startedAt: null, game: null },
    broadcastBadges: () => badgesOf(context, userId),
    cheer: { id: userId, cheerGroups: () => cheerGroupsOf(context, userId) },
    roles: { isPartner: spec.broadcasterType === 'partner', isAffiliate: spec.broadcasterType === 'affiliate' },
    ...pastFields(channel, context, ownerFor(context)),
  };
}

function userObject(user: TwitchUser | undefined, context: GqlContext): object | null {
  if (!user) return null;
  const { id, login, displayName, channel } = user;
  return {
    __typename: 'User',
    id,
    login,
    displayName,
    description: '',
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    primaryColorHex: null,
    stream: null,
    broadcastSettings: null,
    lastBroadcast: null,
    broadcastBadges: [],
    cheer: null,
    videos: null,
    clips: null,
    channel: { id },
    profileImageURL: ({ width }: SizeArgs) =>
      profileImage(context.exchange, id).replace('300x300', `${String(width)}x${String(width)}`),
    roles: { isPartner: false, isAffiliate: false },
    ...(channel ? channelFields(channel, context) : {}),
  };
}

const ownerFor =
  (context: GqlContext): OwnerOf =>
  ({ userId }) =>
    userObject(userOf(context.ports.world, userId), context);

function find({ id, login }: UserArgs, { ports: { world } }: GqlContext): TwitchUser | undefined {
  return typeof id === 'string' ? userOf(world, id) : userNamed(world, login ?? '');
}

function game(
  { id, name }: { readonly id?: string | null; readonly name?: string | null },
  context: GqlContext,
): object | null {
  const known = [...CATEGORIES, ...context.ports.world.channels.flatMap(({ category }) => category ?? [])];
  return gameOf(
    known.find((category) => category.id === id || category.name.toLowerCase() === name?.toLowerCase()) ?? null,
    context,
  );
}

/** Lookups of accounts and categories; a missing one is null, in lists too. */
export const USER_ROOT = {
  /** The user whose token the request contains. */
  currentUser: (_args: object, context: GqlContext) =>
    userObject(context.viewer ? userOf(context.ports.world, String(context.viewer.userId)) : undefined, context),
  user: (args: UserArgs, context: GqlContext) => userObject(find(args, context), context),
  users: ({ ids, logins }: UsersArgs, context: GqlContext) =>
    [...(ids ?? []).map((id) => ({ id })), ...(logins ?? []).map((login) => ({ login }))].map((args) =>
      userObject(find(args, context), context),
    ),
  userOrError: (args: UserArgs, context: GqlContext) =>
    userObject(find(args, context), context) ?? {
      __typename: 'UserDoesNotExist',
      userDoesNotExist: 'user does not exist',
      reason: 'UNKNOWN',
    },
  video: ({ id }: { readonly id?: string | null }, context: GqlContext) =>
    findVideo(id ?? '', context, ownerFor(context)),
  clip: ({ slug }: { readonly slug: string }, context: GqlContext) => findClip(slug, context, ownerFor(context)),
  game,
};
