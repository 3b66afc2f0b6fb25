import { type JobQueue } from '../../jobs/worker-job-stage.js';
import { type Settings } from '../../settings/settings.service.js';

/** Downloads of all kinds share one queue. */
export const downloadQueue = (settings: Settings): JobQueue => ({
  name: 'downloads',
  atOnce: () => settings.get('downloads.concurrent'),
});
