import { STORAGES } from '../../scenario.js';
import type { Operation, OperationEnvironment } from '../operation.js';
import { fileOf, Hold, rowOf } from '../hold.js';
import { demand, doneJob, heldAt, middle } from './held-operation.js';

const newName = ({ channel }: OperationEnvironment): string => `${channel}_anew`;

/** Checks that all VODs have the new name, also in their own names. */
async function concludeRename(environment: OperationEnvironment, job: string): Promise<void> {
  await doneJob(environment, job);
  const [to, vods] = [newName(environment), await environment.db.vodsOf(environment.channelUuid)];
  const old = vods.filter(({ channelName, basename }) => channelName !== to || !basename.startsWith(to));
  demand(
    vods.length === rename.vods && old.length === 0,
    `${String(old.length)} of ${String(vods.length)} VODs are not called ${to}: ${old.map(({ basename }) => basename).join(' ')}`,
  );
}

export const rename: Operation = {
  name: 'rename',
  about: 'a channel is renamed; one of its VODs has its new name, inside the transaction',
  storage: STORAGES,
  vods: 4,
  begin: async (environment) => {
    const hold = await Hold.of(
      environment.db.url,
      fileOf(middle(await environment.db.vodsOf(environment.channelUuid)).uuid),
    );
    environment.cleaning.defer(() => hold.release());
    const job = await environment.api.rename(environment.channelUuid, newName(environment));
    return {
      evidence: await heldAt(environment, job, hold),
      release: () => hold.release(),
      conclude: () => concludeRename(environment, job),
    };
  },
};

export const renameLibrary: Operation = {
  name: 'rename-library',
  about: 'a channel is renamed; its rows say so, and one of its VODs has moved in the library',
  storage: ['file'],
  vods: rename.vods,
  begin: async (environment) => {
    const { uuid } = middle(await environment.db.vodsOf(environment.channelUuid));
    const first = await Hold.of(environment.db.url, fileOf(uuid));
    environment.cleaning.defer(() => first.release());
    const job = await environment.api.rename(environment.channelUuid, newName(environment));
    await heldAt(environment, job, first);
    // The request waits for the transaction, so the lock is granted when the transaction commits.
    const hold = await Hold.request(environment.db.url, rowOf(uuid));
    environment.cleaning.defer(() => hold.release());
    await first.release();
    await hold.granted;
    return {
      evidence: await heldAt(environment, job, hold),
      release: () => hold.release(),
      conclude: () => concludeRename(environment, job),
    };
  },
};
