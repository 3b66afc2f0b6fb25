import { expect, it } from '@jest/globals';
import { readFrame } from './socket.wire.js';

const frame = (type: string, payload: unknown): string =>
  JSON.stringify({
    metadata: { message_id: 'm', message_type: type, message_timestamp: '2026-01-01T00:00:00.123456789Z' },
    payload,
  });
const read = (text: string) => readFrame(text, (id) => id);
const subscription = { id: 's', type: 'stream.offline', status: 'enabled', condition: { broadcaster_user_id: '7' } };

it.each<[string, string, object]>([
  [
    'a welcome',
    frame('session_welcome', {
      session: { id: 'x', status: 'connected', keepalive_timeout_seconds: 30, reconnect_url: null },
    }),
    { kind: 'welcome', sessionId: 'x', keepaliveS: 30 },
  ],
  [
    'a welcome without a keepalive',
    frame('session_welcome', { session: { id: 'x' } }),
    { kind: 'welcome', sessionId: 'x', keepaliveS: null },
  ],
  [
    'a move',
    frame('session_reconnect', {
      session: { id: 'x', keepalive_timeout_seconds: null, reconnect_url: 'ws://h/ws?id=1' },
    }),
    { kind: 'reconnect', url: 'ws://h/ws?id=1' },
  ],
  [
    'an event',
    frame('notification', { subscription, event: { broadcaster_user_id: '7' } }),
    {
      kind: 'message',
      message: {
        id: 'm',
        at: new Date('2026-01-01T00:00:00.123Z'),
        fact: { fact: 'offline', sourceId: '7', streamId: null },
      },
    },
  ],
  [
    'a revocation',
    frame('revocation', { subscription: { ...subscription, status: 'user_removed' } }),
    {
      kind: 'revoked',
      id: 'm',
      subscription: { id: 's', topic: 'stream.offline', sourceId: '7', reason: 'user_removed' },
    },
  ],
])('reads %s', (_name, text, expected) => {
  expect(read(text)).toEqual(expected);
});

it.each([
  '',
  'null',
  '[]',
  '{',
  frame('session_keepalive', {}),
  frame('session_welcome', {}),
  frame('notification', null),
  frame('notification', { subscription, event: {} }),
  frame('new_kind', {}),
  frame('session_reconnect', { session: { id: 'x', reconnect_url: null } }),
  frame('session_reconnect', { session: { id: 'x', reconnect_url: 'https://evil.example/' } }),
])('ignores an unusable frame: %s', (text) => {
  expect(read(text)).toEqual({ kind: 'other' });
});
