import { message, verbatim } from '#libs/messages';
import { type SiteVod } from '../persistence/entities/site-vod.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { type NewNotification } from '../platform/notifications.service.js';
import { factsOf } from './recording-events.js';

/** What a check of the site's video reports: that the site has muted parts of it, or has deleted it, once each. */
export function siteVodEvents(before: SiteVod | null, vod: VodEntity): NewNotification[] {
  const { siteVod, uuid, channelDisplay: name } = vod;
  const basics = { level: 'warning', text: verbatim(vod.basename), ...factsOf(vod) } as const;
  const id = siteVod?.id ?? '';
  const events: NewNotification[] = [];
  if (siteVod?.muted === 'yes' && before?.muted !== 'yes')
    events.push({
      eventId: `vod-muted ${uuid} ${id}`,
      category: 'vodMuted',
      title: message('notification.vod-muted', { name }),
      ...basics,
    });
  if (siteVod?.exists === 'no' && before?.exists !== 'no')
    events.push({
      eventId: `vod-deleted ${uuid} ${id}`,
      category: 'vodDeleted',
      title: message('notification.vod-deleted', { name }),
      ...basics,
    });
  return events;
}
