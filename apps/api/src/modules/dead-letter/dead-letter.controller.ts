import { dropDeadLetter, listDeadLetters, retryDeadLetter } from '#libs/contracts';
import { Bus } from '#libs/bus';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { ViewLoader } from '../../views/view-loader.service.js';
import { Implements, type Result } from '../../http/implements-route.js';

/** Lists messages whose delivery was given up, and delivers them again. */
@Controller()
export class DeadLetterController {
  constructor(
    private readonly bus: Bus,
    private readonly views: ViewLoader,
    private readonly notifier: UiNotifier,
  ) {}

  @Implements(listDeadLetters)
  async list(
    @ValidatedInput(listDeadLetters) _: Input<typeof listDeadLetters>,
  ): Promise<Result<typeof listDeadLetters>> {
    return { data: await this.views.deadLetters() };
  }

  @Implements(retryDeadLetter)
  async retry(
    @ValidatedInput(retryDeadLetter) { params }: Input<typeof retryDeadLetter>,
  ): Promise<Result<typeof retryDeadLetter>> {
    await this.bus.deadLetters.retry(params.id);
    this.notifier.notify('dead-letter', params.id);
    return { message: message('answer.tried-again') };
  }

  @Implements(dropDeadLetter)
  async drop(
    @ValidatedInput(dropDeadLetter) { params }: Input<typeof dropDeadLetter>,
  ): Promise<Result<typeof dropDeadLetter>> {
    await this.bus.deadLetters.drop(params.id);
    this.notifier.notify('dead-letter', params.id);
    return { message: message('answer.forgotten') };
  }
}
