import { type Vod } from '#libs/contracts';
import { stripOf, type StripModel } from '../../components/strip/strip-model.js';
import { useGrowing } from '../../lib/use-growing.js';
import { isRecording } from './vod-state.js';

/** The strip's picture of a VOD right now; its edge moves between two reports of the server. */
export function useStripModel(vod: Vod): { readonly model: StripModel; readonly mediaMs: number } {
  const mediaMs = useGrowing(vod.media_ms, isRecording(vod) && vod.live?.state === 'writing');
  return { model: stripOf(vod, { grownMs: mediaMs - vod.media_ms }), mediaMs };
}
