import { dropSubscription, listSubscriptions, subscribeAll } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { Subscriptions } from './subscriptions.service.js';

@Controller()
export class SubscriptionController {
  constructor(private readonly subscriptions: Subscriptions) {}

  @Implements(listSubscriptions)
  async list(
    @ValidatedInput(listSubscriptions) _: Input<typeof listSubscriptions>,
  ): Promise<Result<typeof listSubscriptions>> {
    return { data: await this.subscriptions.list() };
  }

  @Implements(subscribeAll)
  async subscribe(@ValidatedInput(subscribeAll) _: Input<typeof subscribeAll>): Promise<Result<typeof subscribeAll>> {
    const why = await this.subscriptions.subscribeAll();
    return {
      message: why === null ? message('answer.sites-asked-to-push') : message('answer.no-site-pushes', { why }),
    };
  }

  @Implements(dropSubscription)
  async drop(
    @ValidatedInput(dropSubscription) { params }: Input<typeof dropSubscription>,
  ): Promise<Result<typeof dropSubscription>> {
    await this.subscriptions.drop(params.sub_id);
    return { message: message('answer.subscription-removed') };
  }
}
