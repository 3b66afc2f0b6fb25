import { type Vod } from '#libs/contracts';
import { clock, longClock } from '../../lib/format.js';
import { useGrowing } from '../../lib/use-growing.js';
import { isRecording } from './vod-state.js';

export function VodLength({ vod, long = false }: { readonly vod: Vod; readonly long?: boolean }) {
  const mediaMs = useGrowing(vod.media_ms, isRecording(vod) && vod.live?.state === 'writing');
  return (long ? longClock : clock)(mediaMs);
}
