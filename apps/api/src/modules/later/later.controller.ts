import { LATER_ROUTES, laterMessage } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { Controller } from '@nestjs/common';
import { Implements } from '../../http/implements-route.js';

/**
 * Routes of v0 that are not there: who may not call them is refused first, as everywhere. One method for each route of
 * the table.
 */
@Controller()
export class LaterController {}

for (const [n, later] of LATER_ROUTES.entries()) {
  const key = `later${n}`;
  const descriptor = {
    value: (): never => {
      throw new UserError(laterMessage(later), { status: 501 });
    },
    writable: true,
    configurable: true,
  };
  Object.defineProperty(LaterController.prototype, key, descriptor);
  const bind: (target: object, key: string, descriptor: PropertyDescriptor) => void = Implements(later.route);
  bind(LaterController.prototype, key, descriptor);
}
