import * as routes from '#libs/contracts';
import { type ChannelEdit, type StageKind, type Vod, type VodStage } from '#libs/contracts';
import { useEffect } from 'react';
import useSWR, { mutate } from 'swr';
import { call } from '../lib/call.js';
import { useIsAdmin } from './auth.js';
import { editChannel, putChannel } from './channel.js';
import { KEY } from './keys.js';

/** State and progress of a stage are not in the VOD, so the change that the socket reports may show no difference. */
const OPEN_MS = 3000;
const isOpen = ({ status }: VodStage): boolean => status === 'waiting' || status === 'running';

/** What follows the recording of a VOD. Loaded again with each change of the VOD, and while a stage is open. */
export function useVodStages(vod: Vod) {
  const answer = useSWR(
    useIsAdmin() ? KEY.vodStages(vod.uuid) : null,
    async () => (await call(routes.listVodStages, { params: { uuid: vod.uuid } })).data,
  );
  const reload = answer.mutate;
  // SWR begins its own interval again with each rendering, and the page renders more often.
  const isAnyOpen = answer.data?.some(isOpen) === true;
  useEffect(() => {
    if (!isAnyOpen) return;
    const timer = setInterval(() => {
      void reload();
    }, OPEN_MS);
    return () => {
      clearInterval(timer);
    };
  }, [isAnyOpen, reload]);
  useEffect(() => {
    void reload();
  }, [vod, reload]);
  return answer;
}

export async function restartStage(uuid: string, kind: StageKind) {
  const answer = await call(routes.restartVodStage, { params: { uuid, kind } });
  await mutate(KEY.vodStages(uuid));
  return answer;
}

/** What follows the recordings of a channel. */
export const useChannelStages = (uuid: string) =>
  useSWR(KEY.channelStages(uuid), async () => (await call(routes.listChannelStages, { params: { uuid } })).data);

/** Saves choices of a channel about its stages. */
export async function saveStages(uuid: string, body: ChannelEdit) {
  const { data, message } = await editChannel(uuid, body);
  await putChannel(data);
  await mutate(KEY.channelStages(uuid));
  return { message };
}
