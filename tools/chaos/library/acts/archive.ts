import { messageOf } from '#libs/errors';
import { STORAGES } from '../../scenario.js';
import { until } from '../../until.js';
import type { Act, ActStage, InProgress } from '../act.js';
import { fileOf, Hold, rowOf } from '../hold.js';
import { demand, doneJob, heldAt, middle } from './struck-in.js';

const BEGIN_MS = 20_000;

/** The file stands at its new place, and its row does not say so yet. */
async function inLibrary(stage: ActStage, uuid: string): Promise<InProgress> {
  const hold = await Hold.of(stage.db.url, fileOf(uuid));
  stage.cleaning.defer(() => hold.release());
  const job = await stage.api.archive(uuid);
  return {
    evidence: await heldAt(stage, job, hold),
    release: () => hold.release(),
    conclude: () => concludeArchive(stage, { uuid, job: Promise.resolve(job) }),
  };
}

/** Without a library it is one transaction: it is in the midst of that, and the operator has no answer. */
async function inRows(stage: ActStage, uuid: string): Promise<InProgress> {
  const { db, signal } = stage;
  const hold = await Hold.of(db.url, rowOf(uuid));
  stage.cleaning.defer(() => hold.release());
  const job = stage.api.archive(uuid).catch((thrown: unknown) => {
    stage.say(`the answer: ${messageOf(thrown)}`);
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
    conclude: () => concludeArchive(stage, { uuid, job }),
  };
}

async function concludeArchive(
  stage: ActStage,
  { uuid, job }: { readonly uuid: string; readonly job: Promise<string | null> },
): Promise<void> {
  const name = await job;
  if (name !== null) await doneJob(stage, name);
  const vods = await stage.db.vodsOf(stage.channelUuid);
  const isArchived = vods.find((vod) => vod.uuid === uuid)?.isArchived;
  demand(
    isArchived !== undefined && (name === null || isArchived),
    'the VOD was not put away, although the answer said so',
  );
  demand(vods.filter((vod) => vod.isArchived).length <= 1, 'another VOD was put away too');
  stage.say(isArchived === true ? 'it is put away' : 'it is as it was before');
}

export const archive: Act = {
  name: 'archive',
  about: 'a VOD is put away',
  storage: STORAGES,
  vods: 3,
  begin: async (stage) => {
    const { uuid } = middle(await stage.db.vodsOf(stage.channelUuid));
    return stage.storage === 'file' ? inLibrary(stage, uuid) : inRows(stage, uuid);
  },
};
