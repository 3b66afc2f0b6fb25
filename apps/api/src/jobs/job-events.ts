import { message } from '#libs/messages';
import { type JobEntity } from '../persistence/entities/job.entity.js';
import { type NewNotification } from '../platform/notifications.service.js';

/** Key of the notice about a failed job, if its owner raises one; that reports it then. */
export const failureNotice = (job: string): string => `job-failed:${job}`;

/** What the present status of a job reports: that it failed for good. A part of a job fails with its whole. */
export const jobEvents = ({
  name,
  status,
  parent,
  title,
  error,
  channelUuid,
  vodUuid,
  attempt,
  startedAt,
}: JobEntity): NewNotification[] =>
  status !== 'ERROR' || parent !== null
    ? []
    : [
        {
          eventId: `job-failed ${name} ${attempt ?? startedAt.getTime()}`,
          category: 'jobFailed',
          level: 'error',
          title: message('notification.job-failed', { title }),
          text: error,
          channelUuid,
          vodUuid,
          unlessNotice: failureNotice(name),
          unlessStageOf: name,
        },
      ];
