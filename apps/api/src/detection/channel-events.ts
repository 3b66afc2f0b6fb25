import { type Message, message, verbatim } from '#libs/messages';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type ChannelStream } from '../persistence/entities/channel-site.js';
import { type NewNotification } from '../platform/notifications.service.js';
import { durationOf } from '../vods/recording-events.js';

type Status = Pick<ChannelEntity, 'isLive' | 'liveSince' | 'verdictState' | 'stream'>;

/** @param isFavourite whether the new category is one of the operator's favourites */
export interface StatusChange {
  readonly channel: ChannelEntity;
  readonly before: Status;
  readonly after: Status;
  readonly isFavourite: boolean;
}

/**
 * What a change of a channel's status reports, with the categories of v0: it went live or offline, or it changed its title
 * or category.
 */
export function channelEvent({ channel, before, after, isFavourite }: StatusChange): NewNotification | null {
  const { displayName: name } = channel;
  const facts = factsOf(channel, after);
  if (!before.isLive && after.isLive)
    return {
      ...facts,
      eventId: `online ${channel.uuid} ${after.liveSince?.getTime() ?? Date.now()}`,
      category: 'streamOnline',
      title: message('notification.online', { name }),
      text: showText(after.stream),
    };
  if (before.isLive && !after.isLive)
    return {
      ...facts,
      eventId: `offline ${channel.uuid} ${before.liveSince?.getTime() ?? Date.now()}`,
      category: 'streamOffline',
      title: message('notification.offline', { name }),
      text:
        before.liveSince === null
          ? null
          : message('notification.streamed-for', { duration: durationOf(Date.now() - before.liveSince.getTime()) }),
    };
  return statusEvent({ channel, before, after, isFavourite });
}

function statusEvent({ channel, before, after, isFavourite }: StatusChange): NewNotification | null {
  const { stream } = after;
  if (!stream || !isOtherShow(before.stream, stream)) return null;
  const isOtherCategory = before.stream?.category?.id !== stream.category?.id;
  const common = {
    ...factsOf(channel, after),
    eventId: `status ${channel.uuid} ${stream.at}`,
    title: changeTitle(channel.displayName, { stream, isOtherCategory }),
    text: showText(stream),
  };
  if (after.verdictState !== 'recording') return { ...common, category: 'offlineStatusChange' };
  if (!isFavourite || stream.category === null) return { ...common, category: 'streamStatusChange' };
  const title = message('notification.favourite', { name: channel.displayName, game: stream.category.name });
  return { ...common, category: 'streamStatusChangeFavourite', title };
}

function changeTitle(
  name: string,
  { stream, isOtherCategory }: { readonly stream: ChannelStream; readonly isOtherCategory: boolean },
): Message {
  if (!isOtherCategory) return message('notification.new-title', { name });
  return stream.category === null
    ? message('notification.no-game', { name })
    : message('notification.new-game', { name, game: stream.category.name });
}

/** Whether it shows a title or a category, and another one than before. */
const isOtherShow = (before: ChannelStream | null, { title, category }: ChannelStream): boolean =>
  (title !== '' || category !== null) && (before?.title !== title || before.category?.id !== category?.id);

function showText(stream: ChannelStream | null): Message | null {
  const parts = [stream?.category?.name ?? '', stream?.title ?? ''].filter((part) => part !== '');
  return parts.length === 0 ? null : verbatim(parts.join(': '));
}

const factsOf = (channel: ChannelEntity, { stream }: Status) => ({
  level: 'info' as const,
  channelUuid: channel.uuid,
  picture: channel.site?.avatarUrl ?? '',
  values: {
    channel: channel.displayName,
    login: channel.internalName,
    stream_title: stream?.title ?? '',
    game_name: stream?.category?.name ?? '',
  },
});
