import { LATER_ROUTES, type LaterRoute } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { Implements } from '../../http/implements-route.js';

function refusal({ what, fate }: LaterRoute): UserError {
  if ('comes' in fate) return new UserError(message('error.comes-later', { what, issue: fate.comes }), { status: 501 });
  return new UserError(message(fate.message, { what }), { status: 501 });
}

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
      throw refusal(later);
    },
    writable: true,
    configurable: true,
  };
  Object.defineProperty(LaterController.prototype, key, descriptor);
  const bind: (target: object, key: string, descriptor: PropertyDescriptor) => void = Implements(later.route);
  bind(LaterController.prototype, key, descriptor);
}
