import { expect, it } from '@jest/globals';
import { type WorkerJobs } from '../../jobs/worker-jobs.js';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { type PartEntity } from '../../persistence/entities/part.entity.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { type VodRepository } from '../../persistence/repositories/vod.repository.js';
import { type PartRows } from '../../recordings/part-rows.js';
import { aVod } from '../../testing/rows.js';
import { type VodWriter } from '../../vods/vod-writer.js';
import { type ChatFileJob } from '../../workflows/chat-file-job.js';
import { type ConvertJob } from '../../workflows/convert-job.js';
import { type Outcome } from './fix.js';
import { type MissingFiles } from './missing-files.js';
import { RecordingFixes } from './recording-fixes.js';

/** What the fixes find around a VOD. By default, nothing is wrong. */
interface Situation {
  /** Number of segments in the row of the only part, and on storage. */
  readonly segments?: { readonly inRow: number; readonly onStorage: number };
  readonly isPartOpen?: boolean;
  readonly hasReceipt?: boolean;
  readonly isJobLost?: boolean;
  readonly hasFile?: boolean;
  /** False: neither a conversion nor a chat file can be requested. */
  readonly canRequest?: boolean;
}

const EXISTING = { deleted: false, missingSince: null } as FileEntity;
const PART = { partId: 'p', bytes: 1 };

async function outcomeOf(name: string, vod: VodEntity, situation: Situation = {}): Promise<Outcome> {
  const { segments = { inRow: 2, onStorage: 2 }, isPartOpen = false, hasFile = true, canRequest = true } = situation;
  let stored = segments.inRow;
  const fixes = new RecordingFixes(
    {} as MissingFiles,
    { resetConversion: () => Promise.resolve(vod) } as unknown as VodWriter,
    {
      parts: () =>
        Promise.resolve([{ ...PART, segments: stored, endedAt: isPartOpen ? null : new Date(0) } as PartEntity]),
      files: () => Promise.resolve(hasFile ? [EXISTING] : []),
    } as unknown as VodRepository,
    {
      read: () => {
        stored = segments.onStorage;
        return Promise.resolve();
      },
    } as unknown as PartRows,
    { applyReceipt: () => Promise.resolve(situation.hasReceipt === true) } as unknown as WorkerJobs,
    {
      recover: () => Promise.resolve(situation.isJobLost === true),
      convert: () => Promise.resolve(canRequest ? 'remux' : null),
    } as unknown as ConvertJob,
    { redo: () => Promise.resolve(canRequest ? vod : null) } as unknown as ChatFileJob,
  );
  const fix = fixes.all.find((one) => one.name === name);
  if (!fix) throw new RangeError(`no fix ${name}`);
  return fix.run(vod);
}

const chatIn = (state: string): Partial<VodEntity> => ({ chat: { state } as NonNullable<VodEntity['chat']> });

interface Case {
  readonly fix: string;
  readonly vod?: Partial<VodEntity>;
  readonly situation?: Situation;
  readonly outcome: Outcome;
}

it.each<[string, Case]>([
  [
    'reads a part that grew without an event',
    { fix: 'parts_not_read', situation: { segments: { inRow: 2, onStorage: 3 } }, outcome: 'fixed' },
  ],
  ['leaves a part whose row is right', { fix: 'parts_not_read', outcome: 'ok' }],
  [
    'does not read parts whose segments were deleted',
    {
      fix: 'parts_not_read',
      vod: { segmentsGone: true },
      situation: { segments: { inRow: 2, onStorage: 0 } },
      outcome: 'ok',
    },
  ],
  [
    'applies the receipt of a conversion',
    {
      fix: 'conversion_not_noted',
      vod: { convertState: 'running' },
      situation: { hasReceipt: true },
      outcome: 'fixed',
    },
  ],
  [
    'leaves a conversion without a receipt',
    { fix: 'conversion_not_noted', vod: { convertState: 'running' }, outcome: 'ok' },
  ],
  [
    'ignores the receipt of a finished conversion',
    { fix: 'conversion_not_noted', situation: { hasReceipt: true }, outcome: 'ok' },
  ],
  [
    'requests a conversion whose job was lost',
    { fix: 'conversion_lost', vod: { convertState: 'queued' }, situation: { isJobLost: true }, outcome: 'started' },
  ],
  ['leaves a conversion with a job', { fix: 'conversion_lost', vod: { convertState: 'queued' }, outcome: 'ok' }],
  ['expects no job after a conversion', { fix: 'conversion_lost', situation: { isJobLost: true }, outcome: 'ok' }],
  ['repeats a failed conversion', { fix: 'not_converted', vod: { convertState: 'failed' }, outcome: 'started' }],
  ['requests a first conversion', { fix: 'not_converted', vod: { convertState: null }, outcome: 'started' }],
  [
    'converts again if the file is missing',
    { fix: 'not_converted', situation: { hasFile: false }, outcome: 'started' },
  ],
  ['leaves a VOD with a file', { fix: 'not_converted', outcome: 'ok' }],
  [
    'leaves a running conversion',
    { fix: 'not_converted', vod: { convertState: 'running' }, situation: { hasFile: false }, outcome: 'ok' },
  ],
  [
    'leaves a VOD with an open part',
    { fix: 'not_converted', vod: { convertState: null }, situation: { isPartOpen: true }, outcome: 'ok' },
  ],
  [
    'leaves a VOD whose segments were deleted',
    { fix: 'not_converted', vod: { segmentsGone: true }, situation: { hasFile: false }, outcome: 'ok' },
  ],
  [
    'reports a conversion that cannot be requested',
    { fix: 'not_converted', vod: { convertState: 'failed' }, situation: { canRequest: false }, outcome: 'unchanged' },
  ],
  ['makes a failed chat file again', { fix: 'chat_not_finished', vod: chatIn('failed'), outcome: 'started' }],
  ['leaves a chat file in progress', { fix: 'chat_not_finished', vod: chatIn('running'), outcome: 'ok' }],
  [
    'reports a chat file that cannot be requested',
    { fix: 'chat_not_finished', vod: chatIn('failed'), situation: { canRequest: false }, outcome: 'unchanged' },
  ],
])('%s', async (_, { fix, vod, situation, outcome }) => {
  expect(await outcomeOf(fix, aVod({ segmentsGone: false, ...vod }), situation)).toBe(outcome);
});

it.each([
  ['conversion_not_noted', 'running'],
  ['conversion_lost', 'queued'],
  ['not_converted', null],
] as const)('leaves a VOD that is being recorded: %s', async (name, convertState) => {
  const vod = aVod({ assigned: true, segmentsGone: false, convertState });
  expect(await outcomeOf(name, vod, { hasReceipt: true, isJobLost: true, hasFile: false })).toBe('ok');
});
