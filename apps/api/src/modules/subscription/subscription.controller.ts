import { dropSubscription, listSubscriptions, subscribeAll } from '#libs/contracts';
import { Controller, Res } from '@nestjs/common';
import { type Response } from 'express';
import { Checked, type Input } from '../../http/checked.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { speakNote } from '../../i18n/speak.js';
import { Subscriptions } from './subscriptions.service.js';

@Controller()
export class SubscriptionController {
  constructor(private readonly subscriptions: Subscriptions) {}

  @Implements(listSubscriptions)
  async list(
    @Checked(listSubscriptions) _: Input<typeof listSubscriptions>,
  ): Promise<Result<typeof listSubscriptions>> {
    return { data: await this.subscriptions.list() };
  }

  @Implements(subscribeAll)
  async subscribe(
    @Checked(subscribeAll) _: Input<typeof subscribeAll>,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof subscribeAll>> {
    const why = await this.subscriptions.subscribeAll();
    return {
      message:
        why === null
          ? 'The sites are asked to tell of every channel.'
          : `No site tells of channels by itself now: ${speakNote(res, why)}`,
    };
  }

  @Implements(dropSubscription)
  async drop(
    @Checked(dropSubscription) { params }: Input<typeof dropSubscription>,
  ): Promise<Result<typeof dropSubscription>> {
    await this.subscriptions.drop(params.sub_id);
    return { message: 'Subscription removed.' };
  }
}
