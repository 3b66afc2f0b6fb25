import { type Task } from '#libs/contracts';
import { eventually, type TestApp } from './test-app.js';

const taskOf = async (app: TestApp, name: string): Promise<Task | undefined> =>
  (await app.call<Task[]>('GET', '/tasks')).body.data?.find((one) => one.name === name);

/** Runs a schedule now, and waits for its end. */
export async function taskRun(app: TestApp, name: string, result: Task['result'] = 'ok'): Promise<Task> {
  const before = (await taskOf(app, name))?.runs ?? 0;
  const { status, text } = await app.call('POST', `/tasks/${name}/run`);
  if (status !== 200) throw new TypeError(text);
  return eventually(async () => {
    const found = await taskOf(app, name);
    return found?.runs === before + 1 && found.result === result && !found.running ? found : null;
  }, `${result} of ${name}`);
}
