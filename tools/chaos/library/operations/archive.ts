import { messageOf } from '#libs/errors';
import { STORAGES } from '../../scenario.js';
import { until } from '../../until.js';
import type { Operation, OperationEnvironment, InProgress } from '../operation.js';
import { fileOf, Hold, rowOf } from '../hold.js';
import { demand, doneJob, heldAt, middle } from './held-operation.js';

const BEGIN_MS = 20_000;

/** Blocks the archiving when the file is at its new path and its row does not show that yet. */
async function inLibrary(environment: OperationEnvironment, uuid: string): Promise<InProgress> {
  const hold = await Hold.of(environment.db.url, fileOf(uuid));
  environment.cleaning.defer(() => hold.release());
  const job = await environment.api.archive(uuid);
  return {
    evidence: await heldAt(environment, job, hold),
    release: () => hold.release(),
    conclude: () => concludeArchive(environment, { uuid, job: Promise.resolve(job) }),
  };
}

/**
 * Without a library, archiving is one transaction. Blocks it in this transaction, before the operator has a response.
 */
async function inRows(environment: OperationEnvironment, uuid: string): Promise<InProgress> {
  const { db, signal } = environment;
  const hold = await Hold.of(db.url, rowOf(uuid));
  environment.cleaning.defer(() => hold.release());
  const job = environment.api.archive(uuid).catch((thrown: unknown) => {
    environment.say(`the answer: ${messageOf(thrown)}`);
    return null;
  });
  const statement = await until(
    'the archiving is in its transaction',
    { signal, limitMs: BEGIN_MS },
    async () => (await hold.waiting(db.url)).find((query) => query.includes('VodEntity')) ?? null,
  );
  return {
    evidence: `POST vod/${uuid}/archive, in "${statement.slice(0, 60)}"`,
    release: () => hold.release(),
    conclude: () => concludeArchive(environment, { uuid, job }),
  };
}

async function concludeArchive(
  environment: OperationEnvironment,
  { uuid, job }: { readonly uuid: string; readonly job: Promise<string | null> },
): Promise<void> {
  const name = await job;
  if (name !== null) await doneJob(environment, name);
  const vods = await environment.db.vodsOf(environment.channelUuid);
  const isArchived = vods.find((vod) => vod.uuid === uuid)?.isArchived;
  demand(
    isArchived !== undefined && (name === null || isArchived),
    'the VOD was not put away, although the answer said so',
  );
  demand(vods.filter((vod) => vod.isArchived).length <= 1, 'another VOD was put away too');
  environment.say(isArchived === true ? 'it is put away' : 'it is as it was before');
}

export const archive: Operation = {
  name: 'archive',
  about: 'a VOD is put away',
  storage: STORAGES,
  vods: 3,
  begin: async (environment) => {
    const { uuid } = middle(await environment.db.vodsOf(environment.channelUuid));
    return environment.storage === 'file' ? inLibrary(environment, uuid) : inRows(environment, uuid);
  },
};
