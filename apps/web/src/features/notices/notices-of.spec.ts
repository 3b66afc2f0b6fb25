import { expect, it } from '@jest/globals';
import { type Channel } from '#libs/contracts';
import { noticesOf } from './notices-of.js';

const channel = (over: Partial<Channel>, state: Channel['verdict']['state']): Channel => ({ uuid: state, is_live: true, is_capturing: false, no_capture: false, verdict: { state, reason: 'why', checked_at: null }, ...over }) as Channel;
const nothing = { errors: [], services: [], deadLetters: [], channels: [] };

it('has nothing to say when all is well', () => { expect(noticesOf({ ...nothing, channels: [channel({ is_capturing: true }, 'recording'), channel({ is_live: false }, 'offline'), channel({ is_live: false }, 'unreachable')] })).toEqual([]); });
it('tells of a live channel that is not recorded, but not of one that shall not be', () => {
  expect(noticesOf({ ...nothing, channels: [channel({}, 'not-recorded'), channel({ no_capture: true }, 'not-recorded')] })).toHaveLength(1);
});
it('puts what is being lost before what is set wrong', () => {
  const services = [{ service: 'api', node: 'a', version: '1', ok: false, checks: [{ name: 'disk', ok: false, message: 'full', remedy: 'free some' }, { name: 'bus', ok: true, message: '', remedy: '' }] }];
  expect(noticesOf({ ...nothing, errors: ['bad motd'], services, channels: [channel({}, 'not-recorded')] }).map((n) => n.kind)).toEqual(['not-recorded', 'health', 'setting']);
});

it('says once what the list of errors says again', () => {
  const services = [{ service: 'api', node: 'a', version: '1', ok: false, checks: [{ name: 'disk', ok: false, message: 'full', remedy: 'free some' }] }];
  const deadLetters = [{ id: '1', subject: 's', name: 'n', error: 'e', code: 'c', attempts: 1, failed_at: '2026-01-01T00:00:00Z', payload: null }];
  const errors = ['api on a: disk: full. free some', 'Cam: why', '1 message(s) could not be worked on. Look.', 'Pier: The source answers with HTTP 503.'];
  const notices = noticesOf({ errors, services, deadLetters, channels: [channel({ displayName: 'Cam' }, 'not-recorded')] });
  expect(notices.flatMap((n) => (n.kind === 'setting' ? [n.text] : []))).toEqual(['Pier: The source answers with HTTP 503.']);
});
