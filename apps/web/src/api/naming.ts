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

/** Previews templates while they are typed, for a VOD (`vod`) or an example. */
export function useNamePreview(request: NameRequest & { readonly vod?: string }) {
  const debounced = useDebounced(request);
  return useSWR([KEY.namePreview, debounced], async () => (await call(routes.previewName, { body: debounced })).data, {
    keepPreviousData: true,
    revalidateOnFocus: false,
  }).data;
}
