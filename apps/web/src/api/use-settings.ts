import { getSettings } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** @param wanted false while nobody is let in: nothing is asked then */
export const useSettings = (wanted = true) =>
  useSWR(
    wanted ? KEY.settings : null,
    async () => (await call(getSettings, { query: { channels: '0' }, patience: 'quick' })).data,
  );
