import { describe, expect, it } from '@jest/globals';
import { type Snapshot } from '../vods/capture-status-cache.js';
import { NO_WORKER, presentStatuses } from './vod-status.presenter.js';

type Vod = Parameters<typeof presentStatuses>[0]['vod'];
const chat: NonNullable<Vod['chat']> = {
  state: 'recording',
  attempt: null,
  reason: null,
  timelineKey: null,
  file: null,
};
const capturing: Vod = { state: 'capturing', convertState: null, chat, facts: {} };
const snapshotOf = (withChat: boolean): Snapshot =>
  (withChat ? { chat: { state: 'joined', messages: 1, reason: null } } : {}) as Snapshot;
const statusesOf = (vod: Vod, more: Partial<Parameters<typeof presentStatuses>[0]> = {}) =>
  Object.values(presentStatuses({ ...NO_WORKER, vod, snapshot: null, ...more }));

/** The statuses of capture, conversion and chat, in this order. */
describe('presentStatuses', () => {
  it('reports a recorder that sends pulses or holds the lease', () => {
    expect(statusesOf(capturing, { snapshot: snapshotOf(true) })).toEqual(['RUNNING', 'STOPPED', 'RUNNING']);
    expect(statusesOf(capturing, { isLeased: true })).toEqual(['RUNNING', 'STOPPED', 'RUNNING']);
  });
  it('reports an assignment without a recorder', () => {
    expect(statusesOf(capturing)).toEqual(['STOPPED', 'STOPPED', 'STOPPED']);
  });
  it('reports a missing chat while the video is recorded', () => {
    expect(statusesOf(capturing, { snapshot: snapshotOf(false) })).toEqual(['RUNNING', 'STOPPED', 'STOPPED']);
  });
  it('reports waiting while the stream is interrupted', () => {
    expect(statusesOf({ ...capturing, state: 'paused' })).toEqual(['WAITING', 'STOPPED', 'WAITING']);
  });
  it('reports a live stream that no recorder has as stopped', () => {
    const unrecorded = { since: null, until: 1, isNow: true, endedBy: null };
    expect(statusesOf({ ...capturing, state: 'paused', facts: { unrecorded } })[0]).toBe('STOPPED');
  });
  it('distinguishes a queued conversion, a running one, and one with a silent converter', () => {
    const converting: Vod = { state: 'converting', convertState: 'running', chat: null, facts: {} };
    expect(statusesOf({ ...converting, convertState: 'queued' })[1]).toBe('WAITING');
    expect(statusesOf(converting, { convertedAt: new Date() })[1]).toBe('RUNNING');
    expect(statusesOf(converting, { convertedAt: new Date(Date.now() - 120_000) })[1]).toBe('STOPPED');
    expect(statusesOf(converting)[1]).toBe('STOPPED');
  });
  it('reports nothing as running after the end', () => {
    expect(
      statusesOf({ ...capturing, state: 'finalized', convertState: 'done', chat: { ...chat, state: 'done' } }),
    ).toEqual(['STOPPED', 'STOPPED', 'STOPPED']);
  });
});
