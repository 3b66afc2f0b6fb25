import { expect, it } from '@jest/globals';
import { judgeStages, type Effects } from './judge-stages.js';
import { STAGES } from './scenarios.js';

const call = (category: string) => ({ id: `${category} 1`, category, vod_uuid: 'v' });
const once: Effects = {
  stages: STAGES.map((kind) => ({ kind, status: 'done', runs: 1, result: '' })),
  files: ['segment', 'downloaded'],
  sides: ['contact-sheet', 'nfo', 'poster'],
  hasChat: true,
  isMatched: true,
  parts: ['a', 'b'],
  stored: ['a', 'b'],
  missingMs: 0,
  filled: [2000],
  vods: ['v'],
  unfinished: [],
  notices: [],
  calls: ['recordingStarted', 'recordingGap', 'recordingEnded', 'recordingReady'].map(call),
};

it('accepts each effect once', () => {
  expect(judgeStages('v', once)).toEqual([]);
});

it.each<[string, Partial<Effects>, string]>([
  ['a stage that failed', { stages: [{ kind: 'match', status: 'failed', runs: 1, result: 'x' }] }, 'match is failed'],
  ['a copy that is there twice', { files: ['segment', 'downloaded', 'downloaded'] }, 'files: downloaded downloaded'],
  ['a file that is missing', { sides: ['nfo', 'poster'] }, 'files beside them: nfo poster'],
  ['a chat that is missing', { hasChat: false }, 'no downloaded chat'],
  ['a VOD that was not cleaned up', { vods: ['old', 'v'] }, 'VODs of the channel: old v'],
  ['a part that counts nowhere', { stored: ['a', 'b', 'c'] }, 'parts on storage without a row: c'],
  ['a gap that was filled twice', { parts: ['a', 'b', 'c'], stored: ['a', 'b', 'c'] }, '3 parts instead of 2'],
  ['a gap that is still there', { missingMs: 2000 }, '2000 ms are missing'],
  ['a gap that was not filled', { filled: [0] }, 'filled: 0 ms'],
  ['a failed job', { unfinished: ['nfo_v'] }, 'nfo_v'],
  ['a message that came twice', { calls: [...once.calls, call('recordingReady')] }, 'twice: recordingReady 1'],
  ['a message that is missing', { calls: once.calls.slice(1) }, 'messages: recordingEnded recordingGap recordingReady'],
])('finds %s', (_, over, wrong) => {
  expect(judgeStages('v', { ...once, ...over }).join('; ')).toContain(wrong);
});
