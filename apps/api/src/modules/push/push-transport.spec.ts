import { describe, expect, it } from '@jest/globals';
import { chooseTransport, type TransportQuestion } from './push-transport.js';

const question = (given: Partial<TransportQuestion>): TransportQuestion => ({
  canPush: true,
  wanted: 'auto',
  appUrl: '',
  hasApp: true,
  isSignedIn: false,
  ...given,
});

describe('chooseTransport', () => {
  it.each<[string, Partial<TransportQuestion>, string]>([
    ['auto with a public address: webhook', { appUrl: 'https://vod.example.org/dvr' }, 'webhook'],
    ['auto without one, signed in: websocket', { isSignedIn: true }, 'websocket'],
    ['auto with neither: polling (W18)', {}, 'poll'],
    ['an address of the local network: not public', { appUrl: 'https://192.168.1.4', isSignedIn: true }, 'websocket'],
    ['http: not public', { appUrl: 'http://vod.example.org' }, 'poll'],
    ['another port: not public', { appUrl: 'https://vod.example.org:8443' }, 'poll'],
    ['webhook without an address: polling, with a reason', { wanted: 'webhook' }, 'poll'],
    ['websocket without a user: polling, with a reason', { wanted: 'websocket' }, 'poll'],
    ['without an app: polling', { hasApp: false, appUrl: 'https://vod.example.org' }, 'poll'],
    ['a site without push: polling', { canPush: false, appUrl: 'https://vod.example.org' }, 'poll'],
    ['off: polling', { wanted: 'off', appUrl: 'https://vod.example.org' }, 'poll'],
  ])('%s', (_, given, transport) => {
    const choice = chooseTransport(question(given));
    expect(choice.transport).toBe(transport);
    expect(choice.reason === null).toBe(transport !== 'poll');
  });
});
