import { OutsideError } from '#libs/errors';
import { STORAGES, type HouseScenario } from '../scenario.js';
import { childOf } from '../stage/house-api.js';
import { TAKE_OVER_WINDOW } from '../stage/stage.js';
import { recordingEvidence, tellStrike } from '../stage/strike.js';
import { Stream } from '../stage/stream.js';
import { concludeStream } from '../verdict/conclude.js';

export const recorderKilled: HouseScenario = {
  kind: 'in-house',
  name: 'recorder-killed',
  about: 'kill -9 of the recorder that writes; another one goes on with the same VOD and nothing is lost or doubled',
  storage: STORAGES,
  window: TAKE_OVER_WINDOW,
  strike: async (stage) => {
    const { house, pace, say } = stage;
    const stream = await Stream.goLive(stage, TAKE_OVER_WINDOW);
    const recorder = (await stream.isWritten()).live?.recorder ?? '';
    const child = childOf(recorder);
    tellStrike(await recordingEvidence(stream, { child, pid: house.pids()[child] ?? null }), say);
    house.kill(child, 'SIGKILL', { stayDown: true });
    const struck = performance.now();
    const { live } = await stream.isWritten(recorder);
    say(
      `${childOf(live?.recorder ?? '')} goes on, ${((performance.now() - struck) / 1000).toFixed(1)} s after the strike`,
    );
    await house.restart(child);
    await stream.offers(pace.after);
    stream.end();
    return async () => {
      await concludeStream(stage, { stream, env: house.env });
      const recorders = new Set((await stream.vod())?.parts.map((part) => part.recorder));
      if (recorders.size < 2) throw new OutsideError('wrong', `only ${[...recorders].join()} has written`);
    };
  },
};
