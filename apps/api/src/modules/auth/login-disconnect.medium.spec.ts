import { expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Request, type Response } from 'express';
import { HttpConfig } from '../../platform/http-config.js';
import { type KnownDevices } from './known-devices.js';
import { type LoginHistory } from './login-history.js';
import { LoginLimit } from './login-limit.js';
import { LoginThrottle } from './login-throttle.js';
import { type Operator } from './operator.service.js';

it('a client that is gone before its turn takes no place and starts no login', async () => {
  const take = jest.spyOn(LoginThrottle.prototype, 'take');
  let answerStamp: (stamp: string) => void = () => undefined;
  const stamp = () =>
    new Promise<string>((resolve) => {
      answerStamp = resolve;
    });
  const operator = { stamp } as unknown as Operator;
  const history = { hasLoginFrom: () => Promise.resolve(false) } as unknown as LoginHistory;
  const limit = new LoginLimit(operator, { of: () => null } as unknown as KnownDevices, history, new HttpConfig());
  const next = jest.fn();
  let handled: unknown = null;
  const server = createServer((req, res) => {
    handled = limit.handler(req as Request, res as unknown as Response, next);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const client = get({ port: (server.address() as AddressInfo).port });
  client.on('error', () => undefined);
  const [, res] = (await once(server, 'request')) as [unknown, ServerResponse];
  const closed = once(res, 'close');
  client.destroy();
  await closed;
  answerStamp('');
  await handled;
  expect(take).not.toHaveBeenCalled();
  expect(next).not.toHaveBeenCalled();
  server.close();
});
