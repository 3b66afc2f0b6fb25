import { OutsideError } from '#libs/errors';
import { STORAGES, type HouseScenario } from '../scenario.js';
import { childOf } from '../stage/house-api.js';
import { TAKE_OVER_WINDOW } from '../stage/stage.js';
import { recordingEvidence, tellStrike } from '../stage/strike.js';
import { Stream } from '../stage/stream.js';
import { until } from '../until.js';
import { concludeStream } from '../verdict/conclude.js';

const STOPS_MS = 20_000;

export const leaseHolderFrozen: HouseScenario = {
  kind: 'in-house',
  name: 'lease-holder-frozen',
  about:
    'SIGSTOP of the lease holder until another one has taken over, then SIGCONT: each second once, and the first one stops',
  storage: STORAGES,
  window: TAKE_OVER_WINDOW,
  strike: async (stage) => {
    const { house, pace, say, signal } = stage;
    const stream = await Stream.goLive(stage, TAKE_OVER_WINDOW);
    const recorder = (await stream.isWritten()).live?.recorder ?? '';
    const child = childOf(recorder);
    tellStrike(await recordingEvidence(stream, { child, pid: house.pids()[child] ?? null }), say);
    const struck = performance.now();
    house.kill(child, 'SIGSTOP');
    const { live } = await stream.isWritten(recorder).finally(() => {
      house.kill(child, 'SIGCONT');
    });
    say(
      `${childOf(live?.recorder ?? '')} has taken over, ${((performance.now() - struck) / 1000).toFixed(1)} s after the strike; ${child} runs again`,
    );
    await until(
      `the part of ${child} ends as superseded`,
      { signal, limitMs: STOPS_MS },
      async () =>
        (await stream.vod())?.parts.some((part) => part.recorder === recorder && part.cause === 'superseded') ?? false,
    );
    await stream.offers(pace.after);
    // Asked before the end: the next scene of this house strikes while the verdict is made, and may give any recorder
    // what is left.
    if ((await stream.vod())?.parts.at(-1)?.recorder === recorder)
      throw new OutsideError('wrong', `${child} took the recording back`);
    stream.end();
    return () => concludeStream(stage, { stream, env: house.env });
  },
};
