import { toast } from 'sonner';
import { readSettings } from '../lib/client-settings.js';
import { type NotifyData } from './apply-ws-action.js';

/** Notifies the user in the page, and as a notification of the operating system if the user allowed it and the page is not visible. */
export function showNotification({ title, body, icon, url }: NotifyData): void {
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
