import { z } from 'zod';
import { Task } from '../entities/task.js';
import { defineRoute, NoBody } from './route.js';

export const listTasks = defineRoute({
  method: 'GET',
  path: '/api/v0/tasks',
  level: 'admin',
  summary: 'Schedules and periodic tasks of the API, with the last run, its result and the next run',
  data: z.array(Task),
});
/** Answers at once; the leading API starts the task within a second. If a run is active, another one follows it. */
export const runTask = defineRoute({
  method: 'POST',
  path: '/api/v0/tasks/:name/run',
  level: 'admin',
  summary: 'Run a task now',
  params: z.strictObject({ name: z.string().min(1).max(64) }),
  body: NoBody,
  errors: { 'task-missing': 404, 'no-clip-channels': 400, 'job-running': 409 },
});
