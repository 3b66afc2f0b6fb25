import { previewName } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { useDebounced } from '../lib/use-debounced.js';
import { KEY } from './keys.js';
import { type NameWish } from './rename-vod.js';

/** What templates give, while they are typed: as the name of a VOD (`vod`), or of a made-up one. */
export function useNamePreview(wish: NameWish & { readonly vod?: string }) {
  const asked = useDebounced(wish);
  return useSWR([KEY.namePreview, asked], async () => (await call(previewName, { body: asked })).data, {
    keepPreviousData: true,
    revalidateOnFocus: false,
  }).data;
}
