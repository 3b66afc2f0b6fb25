import { messageOf } from '#libs/errors';
import { STORAGES } from '../../scenario.js';
import { until } from '../../../common/until.js';
import type { Operation, OperationEnvironment, InProgress } from '../operation.js';
import { filesOf, RowLock, vodRow } from '../row-lock.js';
import { requireThat, waitForJob, waitUntilBlocked, middle } from './blocked-operation.js';

const BEGIN_MS = 20_000;

/** Blocks the archiving when the file is at its new path and its row does not show that yet. */
async function inLibrary(environment: OperationEnvironment, uuid: string): Promise<InProgress> {
  const lock = await RowLock.acquire(environment.db.url, filesOf(uuid));
  environment.cleaning.defer(() => lock.release());
  const job = await environment.api.archive(uuid);
  return {
    evidence: await waitUntilBlocked(environment, job, lock),
    release: () => lock.release(),
    conclude: () => concludeArchive(environment, { uuid, job: Promise.resolve(job) }),
  };
}

/**
 * Without a library, archiving is one transaction. Blocks it in this transaction, before the operator has a response.
 */
async function inRows(environment: OperationEnvironment, uuid: string): Promise<InProgress> {
  const { db, signal } = environment;
  const lock = await RowLock.acquire(db.url, vodRow(uuid));
  environment.cleaning.defer(() => lock.release());
  const job = environment.api.archive(uuid).catch((thrown: unknown) => {
    environment.say(`the response: ${messageOf(thrown)}`);
    return null;
  });
  const statement = await until(
    'the archiving is in its transaction',
    { signal, limitMs: BEGIN_MS },
    async () => (await lock.blockedStatements()).find((query) => query.includes('VodEntity')) ?? null,
  );
  return {
    evidence: `POST vod/${uuid}/archive, in "${statement.slice(0, 60)}"`,
    release: () => lock.release(),
    conclude: () => concludeArchive(environment, { uuid, job }),
  };
}

async function concludeArchive(
  environment: OperationEnvironment,
  { uuid, job }: { readonly uuid: string; readonly job: Promise<string | null> },
): Promise<void> {
  const name = await job;
  if (name !== null) await waitForJob(environment, name);
  const vods = await environment.db.vodsOf(environment.channelUuid);
  const isArchived = vods.find((vod) => vod.uuid === uuid)?.isArchived;
  requireThat(
    isArchived !== undefined && (name === null || isArchived),
    'the VOD was not archived, although the response said so',
  );
  requireThat(vods.filter((vod) => vod.isArchived).length <= 1, 'another VOD was archived too');
  environment.say(isArchived === true ? 'the VOD is archived' : 'the VOD is unchanged');
}

export const archive: Operation = {
  name: 'archive',
  about: 'a VOD is archived',
  storage: STORAGES,
  vods: 3,
  begin: async (environment) => {
    const { uuid } = middle(await environment.db.vodsOf(environment.channelUuid));
    return environment.storage === 'file' ? inLibrary(environment, uuid) : inRows(environment, uuid);
  },
};
