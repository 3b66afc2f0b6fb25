import { message, verbatim } from '#libs/messages';
import { type SiteVod } from '../persistence/entities/site-vod.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { type NewNotification } from '../platform/notifications.service.js';
import { factsOf } from './recording-events.js';

/** What a check of the site's video reports: that the site has muted parts of it, or has deleted it, once each. */
export function siteVodEvents(before: SiteVod | null, vod: VodEntity): NewNotification[] {
  const { siteVod: now, uuid, channelDisplay: name } = vod;
  if (now === null) return [];
  const basics = { level: 'warning', text: verbatim(vod.basename), ...factsOf(vod) } as const;
  const muted: NewNotification = {
    eventId: `vod-muted ${uuid} ${now.id}`,
    category: 'vodMuted',
    title: message('notification.vod-muted', { name }),
    ...basics,
  };
  const deleted: NewNotification = {
    eventId: `vod-deleted ${uuid} ${now.id}`,
    category: 'vodDeleted',
    title: message('notification.vod-deleted', { name }),
    ...basics,
  };
  return [
    ...(now.muted === 'yes' && before?.muted !== 'yes' ? [muted] : []),
    ...(now.exists === 'no' && before?.exists !== 'no' ? [deleted] : []),
  ];
}
