import { toast } from 'sonner';
import { siteUrl } from '../lib/basepath.js';
import { readSettings } from '../lib/client-settings.js';
import { type NotifyData } from './apply-ws-action.js';

/** Notifies the user in the page, and as a notification of the operating system if the user allowed it and the page is not visible. */
export function showNotification({ id, title, body, icon, url, tts }: NotifyData): void {
  toast(title, { id, ...(body === '' ? {} : { description: body }) });
  if (tts) speak(body === '' ? title : `${title}. ${body}`);
  if (
    !readSettings().enableNotifications ||
    !('Notification' in window) ||
    Notification.permission !== 'granted' ||
    document.visibilityState === 'visible'
  )
    return;
  const shown = new Notification(title, { body, tag: id, ...(icon === '' ? {} : { icon }) });
  shown.onclick = () => {
    window.focus();
    if (url !== '') window.open(siteUrl(url), '_blank', 'noreferrer');
  };
}

/** Reads a message aloud in the language of the page, if the user of this browser wants it. */
function speak(text: string): void {
  if (!readSettings().useSpeech || !('speechSynthesis' in window)) return;
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = readSettings().language;
  window.speechSynthesis.speak(spoken);
}
