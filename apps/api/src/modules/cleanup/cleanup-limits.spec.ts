import { describe, expect, it } from '@jest/globals';
import { ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { type ChannelOptions } from '../../persistence/entities/channel-options.js';
import { limitsOf } from './cleanup-limits.js';

const SETTINGS = {
  'storage_per_streamer': 100,
  'vods_to_keep': 5,
  'cleanup.no_size_limit': false,
  'cleanup.no_count_limit': false,
  'cleanup.max_age_days': 0,
};
const limits = (options: ChannelOptions, settings: Partial<typeof SETTINGS> = {}) =>
  limitsOf(Object.assign(new ChannelEntity(), { options }), { ...SETTINGS, ...settings });

describe('clean-up limits of a channel', () => {
  it('uses the global limits if its own are 0 (W42)', () => {
    expect(limits({ max_vods: 0, max_storage: 0 })).toEqual({ vods: 5, bytes: 100e9, ageMs: null });
  });

  it('uses its own limit if it has one', () => {
    expect(limits({ max_vods: 2, max_storage: 7 })).toEqual({ vods: 2, bytes: 7e9, ageMs: null });
  });

  it('has no limit if the limit is switched off, whatever its number is', () => {
    expect(limits({ max_vods: 2, no_count_limit: true, max_storage: 7, no_size_limit: true })).toEqual({
      vods: null,
      bytes: null,
      ageMs: null,
    });
    expect(limits({}, { 'cleanup.no_count_limit': true, 'cleanup.no_size_limit': true })).toEqual({
      vods: null,
      bytes: null,
      ageMs: null,
    });
  });

  it('accepts a limit of no VODs, and an age in days', () => {
    expect(limits({}, { 'vods_to_keep': 0, 'cleanup.max_age_days': 30 })).toEqual({
      vods: 0,
      bytes: 100e9,
      ageMs: 30 * 86_400_000,
    });
  });

  it('has no limits if clean-up is off', () => {
    expect(limits({ no_cleanup: true, max_vods: 1 })).toBeNull();
  });
});
