import 'reflect-metadata';
import { type repairJob } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { type JobChange, type JobReport, type StageEnd } from '../../jobs/worker-job-stage.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { aVod } from '../../testing/rows.js';
import { RepairJob } from './repair-job.js';

interface FillStage {
  readonly name: string;
  readonly done: (
    report: JobReport<typeof repairJob>,
    change: Pick<JobChange, 'vod' | 'tx'> & { readonly prepared: unknown },
  ) => Promise<StageEnd | false>;
}

/** The end of a repair, without anything that it could write to. */
async function endOf(vod: VodEntity): Promise<StageEnd | false | undefined> {
  const stages: FillStage[] = [];
  const jobs = { register: (stage: FillStage) => stages.push(stage) };
  const none = {} as never;
  const chats = { gapsOf: () => [], inputOf: () => null };
  void new RepairJob(jobs as never, none, none, none, none, none, none, chats as never, none, none);
  const fill = stages.find(({ name }) => name === 'repair-fill');
  const part = { partId: '01JD0000000000000000000000', recorder: 'n', startedAt: 1, endedAt: 2 };
  const result = { part: { ...part, segments: 1, bytes: 1, mediaMs: 1000 }, gaps: [] };
  return fill?.done({ result, at: 3 }, { vod, tx: none, prepared: { plan: { gaps: [] }, chat: null } });
}

it('a repair whose recording has lost its segments meanwhile leaves the file as it is', async () => {
  const vod = aVod({ segmentsGone: true, facts: {} });
  expect(await endOf(vod)).toMatchObject({ note: { key: 'stage.segments-gone' } });
  expect([vod.convertState, vod.facts['repair']]).toEqual(['done', undefined]);
});

it('a recording with audio of its own is refused before anything is downloaded, and each gap says why', async () => {
  const vod = aVod({ facts: {}, gaps: [{ at: 1000, durMs: 2000, cause: 'not-found' }], missingMs: 2000 });
  const none = {} as never;
  const parts = [{ partId: 'p', part: { renditions: [{}] }, gaps: [], segments: [] }];
  const timeline = { runs: [], gaps: vod.gaps };
  const reader = { timelineOf: () => ({ parts, timeline }) };
  const writer = { update: (_uuid: string, edit: (row: VodEntity) => boolean) => edit(vod) };
  const chats = { gapsOf: () => [], inputOf: () => null };
  const jobs = { register: () => undefined };
  const repairs = new RepairJob(
    ...([jobs as never, none, none, none, none, reader as never, writer as never, chats as never, none, none] as const),
  );
  const planned = await repairs.plan(vod);
  expect(await repairs.refuse(planned)).toMatchObject({ key: 'repair.separate-audio' });
  expect(vod.facts['repair']).toMatchObject({ gaps: [{ at: 1000, reason: { key: 'repair.separate-audio' } }] });
});
