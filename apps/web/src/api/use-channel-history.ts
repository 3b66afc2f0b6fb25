import { channelHistory } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

export const useChannelHistory = (uuid: string) =>
  useSWR(KEY.history(uuid), async () => (await call(channelHistory, { params: { uuid } })).data);
