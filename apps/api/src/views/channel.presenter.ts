import { type Channel, type LiveStream, type RecordVerdict, v0ProviderOf, type View, type Vod } from '#libs/contracts';
import { message } from '#libs/messages';
import { fullOptions } from '../persistence/entities/channel-options.js';
import { type ChannelCount } from '../persistence/repositories/channel-count.repository.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { pictureAddress } from '../sites/picture-id.js';
import { type PushSubscriptionEntity } from '../persistence/entities/push.entity.js';
import { channelPush } from './channel-push.js';
import { presentChapterGame, presentGame } from './game.presenter.js';
import { presentChannelNumbers } from './numbers.presenter.js';
import { type ChannelSite, type ChannelStream } from '../persistence/entities/channel-site.js';
import { type SavedOfChannel } from './saved-views.js';

interface ChannelRows {
  readonly saved: SavedOfChannel;
  readonly basepath: string;
  readonly favourites: ReadonlySet<string>;
  readonly channel: ChannelEntity;
  /** As the operator sees it: `SourceAddresses.shownOf`. */
  readonly address: string;
  /** Oldest first. */
  readonly vods: readonly View<typeof Vod>[];
  /** Uuids of the VODs that wait for a free recorder. */
  readonly queued: ReadonlySet<string>;
  readonly subscriptions: readonly PushSubscriptionEntity[];
  readonly count: ChannelCount;
  /** Leaves out fields that repeat other fields in v0. */
  readonly isShort: boolean;
}

/** Converts rows to v0's channel object (docs/reference/v0-api.md#channel). No other code does so. */
export function presentChannel({
  channel,
  address,
  vods,
  queued,
  saved,
  subscriptions,
  basepath,
  favourites,
  count,
  isShort,
}: ChannelRows): View<typeof Channel> {
  const options = fullOptions(channel.options);
  const current = vods.findLast((v) => v.is_capturing);
  return {
    ...options,
    banner_image_url: '',
    ...siteOf(channel, basepath, isShort),
    ...presentChannelNumbers(channel),
    ...(isShort ? {} : showOf(channel.stream, { basepath, favourites })),
    ...pushOf(channel, subscriptions),
    saves_vods: channel.savesVods ?? false,
    uuid: channel.uuid,
    provider: v0ProviderOf(channel.providerKind),
    provider_kind: channel.providerKind,
    display_name: channel.displayName,
    displayName: channel.displayName,
    internalName: channel.internalName,
    internalId: channel.sourceId,
    login: channel.site?.login ?? channel.internalName,
    userid: channel.sourceId,
    url: address,
    has_credentials: channel.credentials !== null,
    live_stream: presentStream(channel.stream, basepath),
    is_live: channel.isLive,
    is_capturing: current !== undefined,
    is_converting: vods.some((v) => v.is_converting),
    live_since: channel.liveSince?.toISOString() ?? null,
    clips_list: [...saved.clips],
    video_list: [...saved.videos],
    vods_list: [...vods],
    vods_raw: vods.map((v) => v.basename),
    vods_size: count.bytes,
    vods_count: count.vods,
    ...currentOf(current),
    verdict: verdictOf(channel, vods, queued),
    version: channel.editVersion,
  };
}

/** During a capture: the VOD and its current chapter. */
function currentOf(vod: View<typeof Vod> | undefined): Pick<View<typeof Channel>, 'current_vod' | 'current_chapter'> {
  const chapter = vod?.chapters.at(-1);
  return vod ? { current_vod: vod, ...(chapter ? { current_chapter: chapter } : {}) } : {};
}

/**
 * Present verdict of a channel: a live channel that no recorder records yet is not "recording", even if that was the
 * decision.
 */
function verdictOf(
  channel: ChannelEntity,
  vods: readonly View<typeof Vod>[],
  queued: ReadonlySet<string>,
): View<typeof RecordVerdict> {
  const checked_at = channel.checkedAt?.toISOString() ?? null;
  const waiting = vods.findLast((v) => v.state === 'waiting');
  if (channel.verdictState === 'recording' && waiting && !vods.some((v) => v.is_capturing))
    return {
      state: queued.has(waiting.uuid) ? 'queued' : 'not-recorded',
      reason: waiting.state_reason,
      checked_at,
    };
  return { state: channel.verdictState as RecordVerdict['state'], reason: channel.verdictReason ?? '', checked_at };
}

function presentStream(stream: ChannelStream | null, basepath: string): LiveStream | null {
  if (!stream) return null;
  const { title, category, tags, language, isMature, viewers, at } = stream;
  return {
    title,
    category: category && {
      id: category.id,
      name: category.name,
      box_art_url: pictureAddress(basepath, category.boxArtUrl),
    },
    tags: [...tags],
    language,
    is_mature: isMature,
    viewers,
    at: new Date(at).toISOString(),
  };
}

const UNSUBSCRIBED = { status: 'polled', reason: message('detection.unsubscribed') } as const;

/** v0 clients read one flag: whether everything is in order. A polled channel misses nothing. */
function pushOf(
  { pushOff }: ChannelEntity,
  subscriptions: readonly PushSubscriptionEntity[],
): Pick<View<typeof Channel>, 'push' | 'api_getSubscriptionStatus'> {
  const push = pushOff ? UNSUBSCRIBED : channelPush(subscriptions);
  return {
    push,
    api_getSubscriptionStatus: push.status === 'active' || (push.status === 'polled' && push.reason === ''),
  };
}

/** For v0: the category, and the chapter that the channel is in or will start with. */
function showOf(
  stream: ChannelStream | null,
  { basepath, favourites }: Pick<ChannelRows, 'basepath' | 'favourites'>,
): Pick<Channel, 'current_game' | 'chapter_data'> {
  if (!stream) return {};
  const { category, title, isMature, viewers, at } = stream;
  const since = new Date(at).toISOString();
  const shown = {
    title,
    offset: 0,
    duration: 0,
    started_at: since,
    viewer_count: viewers,
    is_mature: isMature,
    online: true,
  };
  const game = category && presentGame({ ...category, at }, { favourites, basepath });
  return { chapter_data: { ...shown, ...presentChapterGame(game) }, ...(game && { current_game: game }) };
}

/** Site data of a channel; empty if the site has none. */
function siteOf(channel: ChannelEntity, basepath: string, isShort: boolean) {
  const { description, avatarUrl, offlineImageUrl, broadcasterType } = channel.site ?? NO_SITE;
  const pictures = {
    profile_image_url: pictureAddress(basepath, avatarUrl),
    offline_image_url: pictureAddress(basepath, offlineImageUrl),
  };
  return {
    description,
    profilePictureUrl: pictures.profile_image_url,
    ...pictures,
    broadcaster_type: broadcasterType,
    ...(channel.site && !isShort
      ? { channel_data: accountOf(channel.site, { id: channel.sourceId, ...pictures }) }
      : {}),
  };
}
/** v0's copy of the site's account. `_updated` in ms since the Unix epoch. */
const accountOf = (
  { login, displayName, description, broadcasterType, at }: ChannelSite,
  own: { readonly id: string; readonly profile_image_url: string; readonly offline_image_url: string },
) => ({
  ...own,
  login,
  display_name: displayName,
  description,
  broadcaster_type: broadcasterType,
  type: '',
  _updated: at,
  cache_avatar: own.profile_image_url,
  cache_offline_image: own.offline_image_url,
});
const NO_SITE = { description: '', avatarUrl: '', offlineImageUrl: '', broadcasterType: '' };
