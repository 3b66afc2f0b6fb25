import { type WsActionName } from '#libs/contracts';

/**
 * Actions that a guest's socket receives: the same data that a guest may request. A new action does not compile until
 * it is listed here.
 */
export const AUDIENCE_OF: Readonly<Record<WsActionName, 'guest' | 'admin'>> = {
  connected: 'guest',
  init: 'guest',
  vod_updated: 'guest',
  start_download: 'guest',
  start_capture: 'guest',
  end_capture: 'guest',
  start_convert: 'guest',
  end_convert: 'guest',
  end_download: 'guest',
  chapter_update: 'guest',
  vod_removed: 'guest',
  channel_updated: 'guest',
  channel_removed: 'guest',
  settings_updated: 'guest',
  job_save: 'admin',
  job_update: 'admin',
  job_progress: 'admin',
  job_clear: 'admin',
  video_download: 'admin',
  notify: 'admin',
  notices_updated: 'admin',
  log: 'admin',
  alert: 'admin',
  dead_letters: 'admin',
};
