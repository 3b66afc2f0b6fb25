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
    ['auto with a public address takes the webhook', { appUrl: 'https://vod.example.org/dvr' }, 'webhook'],
    ['auto without one takes the socket where somebody is signed in', { isSignedIn: true }, 'websocket'],
    ['auto with neither only asks (W18)', {}, 'poll'],
    ['an address of the local network is not public', { appUrl: 'https://192.168.1.4', isSignedIn: true }, 'websocket'],
    ['http is not enough', { appUrl: 'http://vod.example.org' }, 'poll'],
    ['another port is not enough', { appUrl: 'https://vod.example.org:8443' }, 'poll'],
    ['a webhook that is requested without an address is refused with a reason', { wanted: 'webhook' }, 'poll'],
    ['a socket that is requested without a user is refused with a reason', { wanted: 'websocket' }, 'poll'],
    ['without an app nothing is pushed', { hasApp: false, appUrl: 'https://vod.example.org' }, 'poll'],
    ['what tells of nothing is only asked', { canPush: false, appUrl: 'https://vod.example.org' }, 'poll'],
    ['off is off', { wanted: 'off', appUrl: 'https://vod.example.org' }, 'poll'],
  ])('%s', (_, given, transport) => {
    const choice = chooseTransport(question(given));
    expect(choice.transport).toBe(transport);
    expect(choice.reason === null).toBe(transport !== 'poll');
  });
});
