import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** Files of a folder: `storage/...` or `logs`. */
export const useFiles = (path: string) =>
  useSWR(KEY.files(path), async () => (await call(routes.listFiles, { query: { path } })).data.files, {
    shouldRetryOnError: false,
  });

export const deleteFile = (path: string, name: string) => call(routes.deleteFile, { query: { path, name } });
