import { type NotificationRule } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { ruleState } from './rule-grid.js';

const rule = (channel_uuid: string | null, on: boolean): NotificationRule => ({
  receiver: 'ntfy',
  category: 'streamOnline',
  channel_uuid,
  on,
});
const stateOf = (rules: readonly NotificationRule[], channel: string | null) =>
  ruleState(rules, { receiver: 'ntfy', category: 'streamOnline', channel });

it('a channel without a rule of its own has the rule of all channels', () => {
  expect(stateOf([], null)).toEqual({ on: false, own: false });
  expect(stateOf([rule(null, true)], 'quay')).toEqual({ on: true, own: false });
  expect(stateOf([rule(null, true), rule('quay', false)], 'quay')).toEqual({ on: false, own: true });
  expect(stateOf([rule(null, true), rule('quay', false)], null)).toEqual({ on: true, own: false });
  expect(stateOf([rule('pier', true)], 'quay')).toEqual({ on: false, own: false });
});
