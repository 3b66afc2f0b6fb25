import { describe, expect, it } from '@jest/globals';
import { nextStage, type StageState } from './next-stage.js';

const stage = (kind: StageState['kind'], status: StageState['status'], more: Partial<StageState> = {}): StageState => ({
  kind,
  status,
  notBefore: null,
  isJobWaiting: false,
  ...more,
});
const next = (...stages: StageState[]): string | null => nextStage(stages, 1000)?.kind ?? null;

describe('the next stage', () => {
  it('is the first one that waits', () => {
    expect(next()).toBeNull();
    expect(next(stage('match', 'waiting'), stage('nfo', 'waiting'))).toBe('match');
    expect(next(stage('match', 'done'), stage('nfo', 'waiting'), stage('cleanup', 'waiting'))).toBe('nfo');
    expect(next(stage('match', 'done'), stage('nfo', 'skipped'))).toBeNull();
  });

  it('waits while another one works', () => {
    expect(next(stage('match', 'running'), stage('nfo', 'waiting'))).toBeNull();
  });

  it('does not wait for one that waits for its site, unless it needs it', () => {
    const waits = stage('match', 'running', { isJobWaiting: true });
    expect(next(waits, stage('download-chat', 'waiting'), stage('nfo', 'waiting'))).toBe('nfo');
    expect(next(waits, stage('download-vod', 'waiting'))).toBeNull();
    expect(
      next(stage('match', 'done'), stage('download-vod', 'waiting', { notBefore: 1001 }), stage('nfo', 'waiting')),
    ).toBe('nfo');
    expect(next(stage('match', 'done'), stage('download-vod', 'waiting', { notBefore: 1000 }))).toBe('download-vod');
  });

  it('goes on after a failed one', () => {
    expect(next(stage('match', 'failed'), stage('download-chat', 'waiting'))).toBe('download-chat');
    expect(next(stage('contact-sheet', 'failed'), stage('cleanup', 'waiting'))).toBe('cleanup');
  });
});
