import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { useDebounced } from '../lib/use-debounced.js';
import { KEY } from './keys.js';

export interface NameRequest {
  readonly template: string;
  readonly folder_template?: string;
}

export const renameVod = (uuid: string, body: NameRequest) => call(routes.renameVod, { params: { uuid }, body });

/** What templates give, while they are typed: as the name of a VOD (`vod`), or of a made-up one. */
export function useNamePreview(request: NameRequest & { readonly vod?: string }) {
  const debounced = useDebounced(request);
  return useSWR([KEY.namePreview, debounced], async () => (await call(routes.previewName, { body: debounced })).data, {
    keepPreviousData: true,
    revalidateOnFocus: false,
  }).data;
}
