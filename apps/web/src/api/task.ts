import * as routes from '#libs/contracts';
import useSWR, { mutate } from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** The server records the states of tasks every few seconds, and sends no changes of them. */
const RELOAD_MS = 5000;

/** Schedules and periodic tasks of the server. */
export const useTasks = () =>
  useSWR(KEY.tasks, async () => (await call(routes.listTasks)).data, { refreshInterval: RELOAD_MS });

export async function runTask(name: string) {
  const answer = await call(routes.runTask, { params: { name } });
  await mutate(KEY.tasks);
  return answer;
}
