import { dropSubscription, listSubscriptions, subscribeAll } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { Checked, type Input } from '../../http/checked.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { Subscriptions } from './subscriptions.service.js';

@Controller()
export class SubscriptionController {
  constructor(private readonly subscriptions: Subscriptions) {}

  @Implements(listSubscriptions)
  async list(@Checked(listSubscriptions) _: Input<typeof listSubscriptions>): Promise<Result<typeof listSubscriptions>> {
    return { data: await this.subscriptions.list() };
  }

  @Implements(subscribeAll)
  async subscribe(@Checked(subscribeAll) _: Input<typeof subscribeAll>): Promise<Result<typeof subscribeAll>> {
    await this.subscriptions.subscribeAll();
    return { message: 'The sites are asked to tell of every channel.' };
  }

  @Implements(dropSubscription)
  async drop(@Checked(dropSubscription) { params }: Input<typeof dropSubscription>): Promise<Result<typeof dropSubscription>> {
    await this.subscriptions.drop(params.sub_id);
    return { message: 'Subscription removed.' };
  }
}
