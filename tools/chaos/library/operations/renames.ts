import { STORAGES } from '../../scenario.js';
import type { Operation, OperationEnvironment } from '../operation.js';
import { filesOf, RowLock, vodRow } from '../row-lock.js';
import { requireThat, waitForJob, waitUntilBlocked, middle } from './blocked-operation.js';

const newName = ({ channel }: OperationEnvironment): string => `${channel}_anew`;

/** Checks that all VODs have the new name, also in their own names. */
async function concludeRename(environment: OperationEnvironment, job: string): Promise<void> {
  await waitForJob(environment, job);
  const [to, vods] = [newName(environment), await environment.db.vodsOf(environment.channelUuid)];
  const old = vods.filter(({ channelName, basename }) => channelName !== to || !basename.startsWith(to));
  requireThat(
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
    const lock = await RowLock.acquire(
      environment.db.url,
      filesOf(middle(await environment.db.vodsOf(environment.channelUuid)).uuid),
    );
    environment.cleaning.defer(() => lock.release());
    const job = await environment.api.rename(environment.channelUuid, newName(environment));
    return {
      evidence: await waitUntilBlocked(environment, job, lock),
      release: () => lock.release(),
      conclude: () => concludeRename(environment, job),
    };
  },
};

export const renameLibrary: Operation = {
  name: 'rename-library',
  about: 'a channel is renamed; its rows have the new name, and one of its VODs has moved in the library',
  storage: ['file'],
  vods: rename.vods,
  begin: async (environment) => {
    const { uuid } = middle(await environment.db.vodsOf(environment.channelUuid));
    const first = await RowLock.acquire(environment.db.url, filesOf(uuid));
    environment.cleaning.defer(() => first.release());
    const job = await environment.api.rename(environment.channelUuid, newName(environment));
    await waitUntilBlocked(environment, job, first);
    // The request waits for the transaction, so the lock is granted when the transaction commits.
    const lock = await RowLock.request(environment.db.url, vodRow(uuid));
    environment.cleaning.defer(() => lock.release());
    await first.release();
    await lock.granted;
    return {
      evidence: await waitUntilBlocked(environment, job, lock),
      release: () => lock.release(),
      conclude: () => concludeRename(environment, job),
    };
  },
};
