import { STORAGES } from '../../scenario.js';
import type { Act, ActStage } from '../act.js';
import { fileOf, Hold, rowOf } from '../hold.js';
import { demand, doneJob, heldAt, middle } from './struck-in.js';

const newName = ({ channel }: ActStage): string => `${channel}_anew`;

/** All VODs have the new name, in their names too. */
async function concludeRename(stage: ActStage, job: string): Promise<void> {
  await doneJob(stage, job);
  const [to, vods] = [newName(stage), await stage.db.vodsOf(stage.channelUuid)];
  const old = vods.filter(({ channelName, basename }) => channelName !== to || !basename.startsWith(to));
  demand(
    vods.length === rename.vods && old.length === 0,
    `${String(old.length)} of ${String(vods.length)} VODs are not called ${to}: ${old.map(({ basename }) => basename).join(' ')}`,
  );
}

export const rename: Act = {
  name: 'rename',
  about: 'a channel is renamed; one of its VODs has its new name, inside the transaction',
  storage: STORAGES,
  vods: 4,
  begin: async (stage) => {
    const hold = await Hold.of(stage.db.url, fileOf(middle(await stage.db.vodsOf(stage.channelUuid)).uuid));
    stage.cleaning.defer(() => hold.release());
    const job = await stage.api.rename(stage.channelUuid, newName(stage));
    return {
      evidence: await heldAt(stage, job, hold),
      release: () => hold.release(),
      conclude: () => concludeRename(stage, job),
    };
  },
};

export const renameLibrary: Act = {
  name: 'rename-library',
  about: 'a channel is renamed; its rows say so, and one of its VODs has moved in the library',
  storage: ['file'],
  vods: rename.vods,
  begin: async (stage) => {
    const { uuid } = middle(await stage.db.vodsOf(stage.channelUuid));
    const first = await Hold.of(stage.db.url, fileOf(uuid));
    stage.cleaning.defer(() => first.release());
    const job = await stage.api.rename(stage.channelUuid, newName(stage));
    await heldAt(stage, job, first);
    // Queued behind the transaction, so it is had the moment that commits.
    const hold = await Hold.ask(stage.db.url, rowOf(uuid));
    stage.cleaning.defer(() => hold.release());
    await first.release();
    await hold.granted;
    return {
      evidence: await heldAt(stage, job, hold),
      release: () => hold.release(),
      conclude: () => concludeRename(stage, job),
    };
  },
};
