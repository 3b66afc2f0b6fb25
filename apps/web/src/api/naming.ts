import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { useDebounced } from '../lib/use-debounced.js';
import { KEY } from './keys.js';

export interface NameWish {
  readonly template: string;
  readonly folder_template?: string;
}

export const renameVod = (uuid: string, body: NameWish) => call(routes.renameVod, { params: { uuid }, body });

/** What templates give, while they are typed: as the name of a VOD (`vod`), or of a made-up one. */
export function useNamePreview(wish: NameWish & { readonly vod?: string }) {
  const asked = useDebounced(wish);
  return useSWR([KEY.namePreview, asked], async () => (await call(routes.previewName, { body: asked })).data, {
    keepPreviousData: true,
    revalidateOnFocus: false,
  }).data;
}
