import { OutsideError } from '#libs/errors';
import { STORAGES } from '../../scenario.js';
import type { Act } from '../act.js';
import { Hold, rowOf } from '../hold.js';
import { demand, doneJob, heldAt, middle } from './struck-in.js';

/** How many a clean-up leaves. */
export const KEPT = 1;

export const deleteAll: Act = {
  name: 'delete',
  about: 'all VODs of a channel are deleted; one is gone, of another the tombstone stands',
  storage: STORAGES,
  vods: 4,
  begin: async (stage) => {
    const { api, db, channelUuid } = stage;
    const hold = await Hold.of(db.url, rowOf(middle(await db.vodsOf(channelUuid)).uuid));
    stage.cleaning.defer(() => hold.release());
    const job = await api.deleteAll(channelUuid);
    return {
      evidence: await heldAt(stage, job, hold),
      release: () => hold.release(),
      conclude: async () => {
        await doneJob(stage, job);
        const left = await db.vodsOf(channelUuid);
        demand(
          left.length === 0,
          `${String(left.length)} VODs are left: ${left.map(({ basename }) => basename).join(' ')}`,
        );
      },
    };
  },
};

export const cleanUp: Act = {
  name: 'cleanup',
  about: `a clean-up to ${String(KEPT)} VOD; one is gone, of another the tombstone stands`,
  storage: STORAGES,
  vods: 4,
  begin: async (stage) => {
    const { api, db, channelUuid } = stage;
    const vods = await db.vodsOf(channelUuid);
    const hold = await Hold.of(db.url, rowOf(middle(vods).uuid));
    stage.cleaning.defer(() => hold.release());
    const job = await api.clean(channelUuid);
    if (job === null) throw new OutsideError('nothing-in-progress', 'the clean-up found nothing to delete');
    return {
      evidence: await heldAt(stage, job, hold),
      release: () => hold.release(),
      conclude: async () => {
        await doneJob(stage, job);
        const left = (await db.vodsOf(channelUuid)).map(({ uuid }) => uuid);
        demand(
          left.length === KEPT && left[0] === vods.at(-1)?.uuid,
          `left are ${left.join(' ')} instead of the newest, ${String(vods.at(-1)?.uuid)}`,
        );
      },
    };
  },
};
