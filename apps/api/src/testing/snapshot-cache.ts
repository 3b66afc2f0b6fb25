import { CaptureStatusCache, type Snapshot } from '../vods/capture-status-cache.js';

/** A cache without a bus. `send` delivers a snapshot of now, by default of recorder n/0 and VOD v. */
export function snapshotCache(): {
  readonly cache: CaptureStatusCache;
  readonly send: (snapshot: Partial<Snapshot>) => void;
} {
  let listener = (_s: Snapshot): void => undefined;
  const cache = new CaptureStatusCache({
    onPulse: (_def: unknown, _key: string, listen: typeof listener) => {
      listener = listen;
      return () => undefined;
    },
  } as never);
  cache.onApplicationBootstrap();
  return {
    cache,
    send: (snapshot) => {
      listener({ vodUuid: 'v', recorder: 'n/0', state: 'standby', at: Date.now(), ...snapshot } as Snapshot);
    },
  };
}
