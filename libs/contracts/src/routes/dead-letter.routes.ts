import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { DeadLetter } from '../entities/dead-letter.js';
import { defineRoute, NoBody } from './route.js';

const DeadLetterId = z.strictObject({ id: z.string().regex(/^\d{1,15}$/, fieldMessage('field.not-message-number')) });

export const listDeadLetters = defineRoute({
  method: 'GET',
  path: '/api/v0/deadletters',
  level: 'admin',
  summary: 'Messages that failed permanently',
  data: z.array(DeadLetter),
});
export const retryDeadLetter = defineRoute({
  method: 'POST',
  path: '/api/v0/deadletters/:id/retry',
  level: 'admin',
  summary: 'Retry a dead letter',
  params: DeadLetterId,
  body: NoBody,
  errors: { 'dead-letter-missing': 404 },
});
export const dropDeadLetter = defineRoute({
  method: 'DELETE',
  path: '/api/v0/deadletters/:id',
  level: 'admin',
  summary: 'Delete a dead letter',
  params: DeadLetterId,
  errors: { 'dead-letter-missing': 404 },
});
