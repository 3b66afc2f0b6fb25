import { OutsideError, untranslated } from '#libs/errors';
import { STORAGES } from '../../scenario.js';
import type { Operation } from '../operation.js';
import { Hold, rowOf } from '../hold.js';
import { demand, doneJob, heldAt, middle } from './held-operation.js';

/** Number of VODs that a clean-up retains. */
export const MAX_ENTRIES = 1;

export const deleteAll: Operation = {
  name: 'delete',
  about: 'all VODs of a channel are deleted; one is gone, of another the tombstone stands',
  storage: STORAGES,
  vods: 4,
  begin: async (environment) => {
    const { api, db, channelUuid } = environment;
    const hold = await Hold.of(db.url, rowOf(middle(await db.vodsOf(channelUuid)).uuid));
    environment.cleaning.defer(() => hold.release());
    const job = await api.deleteAll(channelUuid);
    return {
      evidence: await heldAt(environment, job, hold),
      release: () => hold.release(),
      conclude: async () => {
        await doneJob(environment, job);
        const left = await db.vodsOf(channelUuid);
        demand(
          left.length === 0,
          `${String(left.length)} VODs are left: ${left.map(({ basename }) => basename).join(' ')}`,
        );
      },
    };
  },
};

export const cleanUp: Operation = {
  name: 'cleanup',
  about: `a clean-up to ${String(MAX_ENTRIES)} VOD; one is gone, of another the tombstone stands`,
  storage: STORAGES,
  vods: 4,
  begin: async (environment) => {
    const { api, db, channelUuid } = environment;
    const vods = await db.vodsOf(channelUuid);
    const hold = await Hold.of(db.url, rowOf(middle(vods).uuid));
    environment.cleaning.defer(() => hold.release());
    const job = await api.clean(channelUuid);
    if (job === null)
      throw new OutsideError(untranslated('nothing-in-progress', 'the clean-up found nothing to delete'));
    return {
      evidence: await heldAt(environment, job, hold),
      release: () => hold.release(),
      conclude: async () => {
        await doneJob(environment, job);
        const left = (await db.vodsOf(channelUuid)).map(({ uuid }) => uuid);
        demand(
          left.length === MAX_ENTRIES && left[0] === vods.at(-1)?.uuid,
          `left are ${left.join(' ')} instead of the newest, ${String(vods.at(-1)?.uuid)}`,
        );
      },
    };
  },
};
