import { toast } from 'sonner';
import { readSettings } from '../lib/client-settings.js';
import { type NotifyData } from './apply-ws-action.js';

/** Tells the person: in the page, and by the system where they allowed it and the page is not in front. */
export function notifyPerson({ title, body, icon, url }: NotifyData): void {
  toast(title, body === '' ? {} : { description: body });
  if (
    !readSettings().enableNotifications ||
    !('Notification' in window) ||
    Notification.permission !== 'granted' ||
    document.visibilityState === 'visible'
  )
    return;
  const shown = new Notification(title, { body, ...(icon === '' ? {} : { icon }) });
  shown.onclick = () => {
    window.focus();
    if (url !== '') window.open(url, '_blank', 'noreferrer');
  };
}
