import { NOT_IMPLEMENTED_ROUTES, notImplementedMessage } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { Controller } from '@nestjs/common';
import { Implements } from '../../http/implements-route.js';

/**
 * Routes of v0 that are not implemented (501). The guard rejects unauthorized callers first, as on every route. Defines
 * one method for each route of the table.
 */
@Controller()
export class NotImplementedController {}

for (const [n, entry] of NOT_IMPLEMENTED_ROUTES.entries()) {
  const key = `notImplemented${n}`;
  const descriptor = {
    value: (): never => {
      throw new UserError(notImplementedMessage(entry), { status: 501 });
    },
    writable: true,
    configurable: true,
  };
  Object.defineProperty(NotImplementedController.prototype, key, descriptor);
  const bind: (target: object, key: string, descriptor: PropertyDescriptor) => void = Implements(entry.route);
  bind(NotImplementedController.prototype, key, descriptor);
}
