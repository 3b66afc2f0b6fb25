import { OutsideError, untranslated } from '#libs/errors';
import { STORAGES } from '../../scenario.js';
import type { Operation } from '../operation.js';
import { RowLock, vodRow } from '../row-lock.js';
import { requireThat, waitForJob, waitUntilBlocked, middle } from './blocked-operation.js';

/** Number of VODs that a clean-up retains. */
export const RETAINED_VODS = 1;

export const deleteAll: Operation = {
  name: 'delete',
  about: 'all VODs of a channel are deleted; one is deleted, another has its tombstone',
  storage: STORAGES,
  vods: 4,
  begin: async (environment) => {
    const { api, db, channelUuid } = environment;
    const lock = await RowLock.acquire(db.url, vodRow(middle(await db.vodsOf(channelUuid)).uuid));
    environment.cleaning.defer(() => lock.release());
    const job = await api.deleteAll(channelUuid);
    return {
      evidence: await waitUntilBlocked(environment, job, lock),
      release: () => lock.release(),
      conclude: async () => {
        await waitForJob(environment, job);
        const left = await db.vodsOf(channelUuid);
        requireThat(
          left.length === 0,
          `${String(left.length)} VODs are left: ${left.map(({ basename }) => basename).join(' ')}`,
        );
      },
    };
  },
};

export const cleanUp: Operation = {
  name: 'cleanup',
  about: `a clean-up to ${String(RETAINED_VODS)} VOD; one is deleted, another has its tombstone`,
  storage: STORAGES,
  vods: 4,
  begin: async (environment) => {
    const { api, db, channelUuid } = environment;
    const vods = await db.vodsOf(channelUuid);
    const lock = await RowLock.acquire(db.url, vodRow(middle(vods).uuid));
    environment.cleaning.defer(() => lock.release());
    const job = await api.clean(channelUuid);
    if (job === null)
      throw new OutsideError(untranslated('nothing-in-progress', 'the clean-up found nothing to delete'));
    return {
      evidence: await waitUntilBlocked(environment, job, lock),
      release: () => lock.release(),
      conclude: async () => {
        await waitForJob(environment, job);
        const left = (await db.vodsOf(channelUuid)).map(({ uuid }) => uuid);
        requireThat(
          left.length === RETAINED_VODS && left[0] === vods.at(-1)?.uuid,
          `left are ${left.join(' ')} instead of the newest, ${String(vods.at(-1)?.uuid)}`,
        );
      },
    };
  },
};
