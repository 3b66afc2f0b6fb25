import { type JobQueue } from '../../jobs/worker-job-stage.js';
import { type Settings } from '../../settings/settings.service.js';

/** Downloads of every kind wait for their turn together. */
export const downloadQueue = (settings: Settings): JobQueue => ({
  name: 'downloads',
  atOnce: () => settings.get('downloads.concurrent'),
});
