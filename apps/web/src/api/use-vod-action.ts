import { useAction } from '../lib/use-action.js';
import { useReloadVod } from './use-reload-vod.js';

/** An action on one VOD: what it becomes is shown at once. The first argument is its uuid. See {@link useAction}. */
export function useVodAction<A extends readonly unknown[]>(
  work: (uuid: string, ...rest: A) => Promise<{ readonly message: string }>,
  said = '',
) {
  const reload = useReloadVod();
  return useAction(async (uuid: string, ...rest: A) => {
    const answer = await work(uuid, ...rest);
    await reload(uuid);
    return answer;
  }, said);
}
