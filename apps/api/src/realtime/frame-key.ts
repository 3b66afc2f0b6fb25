import { type ActionView } from './to-ws-action.js';

/**
 * While a slow client has not read them, frames with the same key replace each other, because only the newest one is
 * useful. Null: the frame is never replaced.
 */
export function frameKey(frame: ActionView): string | null {
  switch (frame.action) {
    case 'vod_updated':
      return `vod ${frame.data.vod.uuid}`;
    case 'channel_updated':
      return `channel ${frame.data.channel.uuid}`;
    case 'job_update':
    case 'job_progress':
      return `job ${frame.data.job_name}`;
    case 'init':
    case 'settings_updated':
    case 'notices_updated':
    case 'dead_letters':
      return frame.action;
    default:
      return null;
  }
}
