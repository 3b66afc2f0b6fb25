import { DEFAULT_TEMPLATE, type NotificationTemplate } from '#libs/contracts';
import { clockTime, renderText, type TimeFormat, zonedDate } from '#libs/domain';
import { type Language, type Message, translate } from '#libs/messages';
import { type OutgoingMessage } from '#libs/notifiers';
import { type NotificationEvent } from '../../persistence/entities/notification.entity.js';

/** What the texts of a message depend on besides its event. */
export interface TextContext {
  readonly language: Language;
  readonly timeZone: string;
  readonly timeFormat: TimeFormat;
  /** Public address of the pages, without a slash at the end; empty: unknown, so there are no links. */
  readonly appUrl: string;
  /** Null: the default. */
  readonly template: Omit<NotificationTemplate, 'category'> | null;
}

const HTTP = /^https?:\/\/\S+$/i;

/** The texts of one event for a receiver, by the templates of its category. */
export function messageOf(id: string, event: NotificationEvent, context: TextContext): OutgoingMessage {
  const { template, appUrl } = context;
  const { title, text, picture, link } = template ?? DEFAULT_TEMPLATE;
  const values = valuesOf(event, context);
  const address = (of: string): string => {
    const made = renderText(of, values);
    return HTTP.test(made) ? made : '';
  };
  return {
    id,
    category: event.category,
    level: event.level,
    ended: event.ended === true,
    title: renderText(title, values) || (values['title'] ?? ''),
    text: renderText(text, values),
    link: appUrl === '' && link === DEFAULT_TEMPLATE.link ? '' : address(link),
    picture: address(picture),
    at: event.at,
    channelUuid: event.channelUuid ?? null,
    vodUuid: event.vodUuid ?? null,
    values: event.values ?? {},
    isTest: event.isTest === true,
  };
}

/** Values of the variables of templates. */
function valuesOf(
  event: NotificationEvent,
  { language, timeZone, timeFormat, appUrl }: TextContext,
): Readonly<Record<string, string>> {
  const at = zonedDate(new Date(event.at), timeZone);
  const say = (text: Message | null | undefined): string => (text ? translate(language, text) : '');
  return {
    ...event.values,
    title: say(event.title),
    text: say(event.text),
    reason: say(event.text),
    picture: event.picture ?? '',
    link: appUrl === '' ? '' : `${appUrl}${pathOf(event) || '/dashboard'}`,
    category: event.category,
    date: `${at.year}-${at.month}-${at.day}`,
    time: clockTime(at, timeFormat),
  };
}

/** The page that shows the subject of an event; empty: none. */
export const pathOf = ({ vodUuid, channelUuid }: NotificationEvent): string => {
  if (vodUuid) return `/vod/${vodUuid}`;
  return channelUuid ? `/dashboard#streamer_${channelUuid}` : '';
};
